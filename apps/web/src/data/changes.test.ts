/** The records under changes and answers in any order, compared with a model that only remembers facts. */
import { afterEach, expect, test } from 'vitest'
import { change } from './changes.ts'
import { clearRecords, createRecords, tick } from './records.ts'

type Note = { id: number; liked: boolean; count: number }
type Fact = { at: number; liked: boolean; count: number }
type Sent = { choice: boolean; confirm: (said: Partial<Note>) => void; fail: (error: Error) => void }

const notes = createRecords<Note, 'id'>('id')
afterEach(clearRecords)

const flushed = () => new Promise((resolve) => setImmediate(resolve))
const toggled = ({ liked, count }: Omit<Fact, 'at'>, choice: boolean) =>
  liked === choice ? { liked, count } : { liked: choice, count: count + (choice ? 1 : -1) }

function press(id: number, sent: Sent[]) {
  const choice = !notes.get(id)?.liked
  const send = (wish: boolean) =>
    new Promise<Partial<Note>>((confirm, fail) => sent.push({ choice: wish, confirm, fail }))
  const settled = change(notes, id, { kind: 'like', choice, show: toggled, send })
  return { choice, settled }
}

/** Numbers from 0 to below `max`, the same for a seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}

/** A run of asking, answering, pressing, confirming and failing; `check` compares after each step. */
async function play(seed: number, check: (shown: Note | undefined, expected: object, trace: string) => void) {
  const random = randomOf(seed)
  const trace = [`seed ${seed}`]
  const server = { liked: false, count: 10 }
  const asked: { at: number; said: Note; order: number }[] = []
  const sent: Sent[] = []
  let order = 0
  let facts: Fact[] = [{ at: order, ...server }]
  let wish: boolean | null = null
  notes.put([{ id: seed, ...server }], tick())

  const steps = {
    ask() {
      asked.push({ at: tick(), said: { id: seed, ...server }, order: ++order })
    },
    answer() {
      const [one] = asked.splice(random(asked.length), 1)
      if (!one) return
      notes.put([one.said], one.at)
      facts.push({ at: one.order, liked: one.said.liked, count: one.said.count })
    },
    press() {
      const { choice, settled } = press(seed, sent)
      settled.catch(() => {})
      wish = choice
    },
    others() {
      server.count++
    },
    confirm() {
      const [request] = sent.splice(0, 1)
      if (!request) return
      Object.assign(server, toggled(server, request.choice))
      request.confirm({ ...server })
      facts.push({ at: ++order, ...server })
      if (wish === request.choice) wish = null
    },
    fail() {
      const [request] = sent.splice(0, 1)
      if (!request) return
      request.fail(new Error('refused'))
      wish = null
    },
  }
  const names = Object.keys(steps) as (keyof typeof steps)[]
  for (let step = 0; step < 40; step++) {
    const name = names[random(names.length)] ?? 'ask'
    trace.push(name)
    steps[name]()
    await flushed()
    facts = [...facts].sort((a, b) => b.at - a.at).slice(0, 1)
    const [{ liked, count } = server] = facts
    const base = { liked, count }
    check(notes.get(seed), wish === null ? base : toggled(base, wish), trace.join(' '))
  }
}

test('a record shows the newest fact and the last choice, whatever the order of answers', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    await play(seed, (shown, expected, trace) => expect(shown, trace).toEqual({ id: seed, ...expected }))
  }
})

test('sends one request at a time, and nothing more once the last choice is stored', async () => {
  const sent: Sent[] = []
  notes.put([{ id: 1, liked: false, count: 4 }], tick())
  const first = press(1, sent).settled
  expect(await press(1, sent).settled).toBeUndefined()
  expect(await press(1, sent).settled).toBeUndefined()
  expect(sent).toHaveLength(1)
  sent[0]?.confirm({ liked: true, count: 9 })
  expect(await first).toBe(true)
  expect(sent).toHaveLength(1)
  expect(notes.get(1)).toEqual({ id: 1, liked: true, count: 9 })
})

test('a record that is gone does not come back, also with an answer that was asked for later', async () => {
  notes.put([{ id: 1, liked: false, count: 4 }], tick())
  await change(notes, 1, { kind: 'delete', choice: true, send: async () => null })
  notes.put([{ id: 1, liked: false, count: 4 }], tick())
  expect(notes.get(1)).toBeUndefined()
})

test('the next viewer sees nothing of what the last one asked for and chose', async () => {
  const askedAt = tick()
  const sent: Sent[] = []
  notes.put([{ id: 1, liked: false, count: 4 }], tick())
  const { settled } = press(1, sent)
  clearRecords()
  notes.put([{ id: 1, liked: true, count: 4 }], askedAt)
  expect(notes.get(1)).toBeUndefined()
  notes.put([{ id: 1, liked: false, count: 5 }], tick())
  sent[0]?.confirm({ liked: true, count: 5 })
  expect(await settled).toBeUndefined()
  expect(notes.get(1)).toEqual({ id: 1, liked: false, count: 5 })
})

test('keeps what did not change identical, and fields that an answer does not know', () => {
  const some = createRecords<{ id: number; name?: string; tags?: string[]; fans?: number }, 'id'>('id')
  some.put([{ id: 1, name: '小一', tags: ['猫'] }], tick())
  const before = some.get(1)
  some.put([{ id: 1, tags: ['猫'] }], tick())
  expect(some.get(1)).toBe(before)
  const earlier = tick()
  some.patch([1, 2], { fans: 3 }, tick())
  some.put([{ id: 1, name: '小二', fans: 2 }], earlier)
  some.put([{ id: 1, name: '小三' }], 0)
  expect(some.get(1)).toEqual({ id: 1, name: '小二', tags: ['猫'], fans: 3 })
  expect(some.get(2)).toBeUndefined()
})
