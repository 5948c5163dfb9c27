import { expect, test } from 'vitest'
import { createToggles, type Toggled } from './serial-toggle.ts'

/** A server that the test answers for by hand. */
function setUp() {
  const sent: { id: number; on: boolean; answer: (state: Toggled) => void; refuse: () => void }[] = []
  const toggles = createToggles(
    (id, on) =>
      new Promise((resolve, reject) => {
        sent.push({ id, on, answer: resolve, refuse: () => reject(new Error('refused')) })
      }),
  )
  const shown: Toggled[] = []
  const settled: boolean[] = []
  const failures: unknown[] = []
  const callbacks = {
    show: (state: Toggled, known: boolean) => {
      shown.push(state)
      settled.push(known)
    },
    failed: (error: unknown) => failures.push(error),
  }
  const off = { on: false, count: 4 }
  return { sent, shown, settled, failures, flip: (id = 1, current = off) => toggles.flip(id, current, callbacks) }
}

test('shows the optimistic state, then the state of the server', async () => {
  const { sent, shown, settled, flip } = setUp()
  const done = flip()
  expect(shown).toEqual([{ on: true, count: 5 }])
  sent[0]?.answer({ on: true, count: 9 })
  await done
  expect(shown.at(-1)).toEqual({ on: true, count: 9 })
  expect(settled).toEqual([false, true])
  expect(sent).toHaveLength(1)
})

test('restores the previous state after a failure and reports it', async () => {
  const { sent, shown, settled, failures, flip } = setUp()
  const done = flip()
  sent[0]?.refuse()
  await done
  expect(shown.at(-1)).toEqual({ on: false, count: 4 })
  expect(settled).toEqual([false, true])
  expect(failures).toHaveLength(1)
})

test('sends one request at a time and then only the last state', async () => {
  const { sent, shown, flip } = setUp()
  const done = flip()
  flip()
  flip()
  flip()
  expect(shown.map((state) => state.on)).toEqual([true, false, true, false])
  expect(sent).toHaveLength(1)
  sent[0]?.answer({ on: true, count: 5 })
  await Promise.resolve()
  await Promise.resolve()
  expect(sent.map(({ on }) => on)).toEqual([true, false])
  sent[1]?.answer({ on: false, count: 4 })
  await done
  expect(shown.at(-1)).toEqual({ on: false, count: 4 })
})

test('falls back to the confirmed state when a later request fails', async () => {
  const { sent, shown, flip } = setUp()
  const done = flip()
  flip()
  sent[0]?.answer({ on: true, count: 5 })
  await Promise.resolve()
  await Promise.resolve()
  sent[1]?.refuse()
  await done
  expect(shown.at(-1)).toEqual({ on: true, count: 5 })
})

test('does not wait for another id', () => {
  const { sent, flip } = setUp()
  flip(1)
  flip(2)
  expect(sent.map(({ id }) => id)).toEqual([1, 2])
})
