import { describe, expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** Work that ends when it is told to, and what has been started so far. */
function stage(options = { running: 1, waitingEach: 3 }) {
  const queue = fairQueue(options)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (caller: string, name: string, signal?: AbortSignal) =>
    queue.run(
      caller,
      () =>
        new Promise<string>((resolve) => {
          started.push(name)
          ends.set(name, () => resolve(name))
        }),
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { run, end, started }
}

describe('the fair queue', () => {
  it('lets callers take turns, however much one of them brings', async () => {
    const { run, end, started } = stage()
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1'), run('b', 'b2')]
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('runs so many at once and no more', async () => {
    const { run, end, started } = stage({ running: 2, waitingEach: 3 })
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3')]
    expect(started).toEqual(['a1', 'a2'])
    await end('a1')
    expect(started).toEqual(['a1', 'a2', 'a3'])
    for (const name of ['a2', 'a3']) await end(name)
    await Promise.all(all)
    const later = [run('a', 'a4'), run('a', 'a5'), run('a', 'a6')]
    expect(started.slice(3)).toEqual(['a4', 'a5'])
    for (const name of ['a4', 'a5', 'a6']) await end(name)
    await Promise.all(later)
  })

  it('refuses what is too much of one caller, and nobody else', async () => {
    const { run, end, started } = stage({ running: 1, waitingEach: 2 })
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3')]
    await expect(run('a', 'a4')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 2 })
    all.push(run('b', 'b1'))
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    await Promise.all(all)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('forgets who leaves, and goes on after a failure', async () => {
    const { run, end, started } = stage()
    const queue = fairQueue({ running: 1, waitingEach: 1 })
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run('a', async () => 'goes on')).toBe('goes on')

    const leaving = new AbortController()
    const first = run('a', 'a1')
    const left = run('b', 'b1', leaving.signal)
    const last = run('c', 'c1')
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    for (const name of ['a1', 'c1']) await end(name)
    await Promise.all([first, last])
    expect(started).toEqual(['a1', 'c1'])
  })

  it('passes over what may not start beside what runs, and keeps its turn', async () => {
    const large = 100
    const queue = fairQueue({
      running: 2,
      waitingEach: 3,
      mayStart: ({ cost }, running) => cost < large || running.every((other) => other.cost < large),
    })
    const started: string[] = []
    const ends: (() => void)[] = []
    const run = (caller: string, cost: number) =>
      queue.run(caller, () => new Promise<void>((end) => ends.push(end) && started.push(caller)), undefined, cost)
    const all = [run('first', large), run('second', large), run('small', 1), run('small', 1)]
    for (let i = 0; i < 4; i++) {
      await new Promise((resolve) => setImmediate(resolve))
      ends.shift()?.()
    }
    await Promise.all(all)
    expect(started).toEqual(['first', 'small', 'second', 'small'])
  })
})
