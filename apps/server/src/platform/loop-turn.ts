/** Leaves the event loop to others in time (docs/design.md#performance). */
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which a turn of the loop ought to end; what is begun before may take as long again. */
const LONG_TURN = 15

let began = performance.now()
let idle = 0

function begin(): void {
  began = performance.now()
  idle = performance.nodeTiming.idleTime
  setImmediate(begin).unref()
}
// Runs once in each turn, and never keeps the loop from waiting. Not the global one: faked by a test, it would end the
// chain.
setImmediate(begin).unref()

/** Whether this turn of the event loop has lasted so long that others should have the next. */
export function isTurnOver(): boolean {
  const age = performance.now() - began
  if (age < LONG_TURN) return false
  // Waiting for something to do is part of a turn, but holds nobody.
  const { idleTime } = performance.nodeTiming
  began += idleTime - idle
  idle = idleTime
  return performance.now() - began >= LONG_TURN
}

/** Lets others go first where this turn has lasted long. For work without statements, between its steps. */
export async function takeTurns(): Promise<void> {
  if (isTurnOver()) await nextTurn()
}
