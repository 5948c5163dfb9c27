import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isTurnOver } from './loop-turn.ts'

/** Holds the event loop. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

for (const idleMs of [0, 300]) {
  it(`ends a turn that lasts long, ${idleMs} ms of idle time not counted`, async () => {
    // A busy machine may take the processor away for longer than a turn lasts: one fresh turn is enough.
    let fresh = false
    for (let tries = 0; tries < 20 && !fresh; tries++) {
      await wait(idleMs)
      fresh = !isTurnOver()
    }
    expect(fresh).toBe(true)
    work(40)
    expect(isTurnOver()).toBe(true)
  })
}
