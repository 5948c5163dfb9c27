import { expect, test } from 'vitest'
import { createToggles, type Toggled } from './serial-toggle.ts'

/** A server whose answers come when the test says so. */
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
  const watch = {
    show: (state: Toggled, known: boolean) => {
      shown.push(state)
      settled.push(known)
    },
    failed: (error: unknown) => failures.push(error),
  }
  const off = { on: false, count: 4 }
  return { sent, shown, settled, failures, flip: (id = 1, current = off) => toggles.flip(id, current, watch) }
}

test('shown at once, then as the server counts', async () => {
  const { sent, shown, settled, flip } = setUp()
  const done = flip()
  expect(shown).toEqual([{ on: true, count: 5 }])
  sent[0]?.answer({ on: true, count: 9 })
  await done
  expect(shown.at(-1)).toEqual({ on: true, count: 9 })
  expect(settled).toEqual([false, true])
  expect(sent).toHaveLength(1)
})

test('a failure gives back what was there and says so', async () => {
  const { sent, shown, settled, failures, flip } = setUp()
  const done = flip()
  sent[0]?.refuse()
  await done
  expect(shown.at(-1)).toEqual({ on: false, count: 4 })
  expect(settled).toEqual([false, true])
  expect(failures).toHaveLength(1)
})

test('quick taps wait for the answer before the next request, and only the last wish is sent', async () => {
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

test('a second wish that fails falls back to what the first one reached', async () => {
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

test('other things do not wait', () => {
  const { sent, flip } = setUp()
  flip(1)
  flip(2)
  expect(sent.map(({ id }) => id)).toEqual([1, 2])
})
