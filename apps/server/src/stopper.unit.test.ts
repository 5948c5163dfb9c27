import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopper } from './stopper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process with an answer under way, which a failing step follows. */
function setUp() {
  const said: string[] = []
  let answered = () => {}
  const stop = stopper({
    log: { info: (_, message) => said.push(message), error: (_, message) => said.push(message) },
    steps: [
      () => new Promise<void>((resolve) => (answered = resolve)),
      () => Promise.reject(new Error('the database is gone')),
      async () => said.push('closed'),
    ],
    cutOff: () => {
      said.push('cut off')
      answered()
    },
    exit: (code) => said.push(`exit ${code}`),
  })
  return { said, stop, answer: () => answered() }
}

it('does every step in its order, failed ones too, and says so by its exit code', async () => {
  const { said, stop, answer } = setUp()
  const stopped = stop('SIGTERM')
  answer()
  await stopped
  expect(said).toEqual(['stopping', 'stopping failed in part', 'closed', 'exit 1'])
})

it('waits ten seconds for those who are being answered, and no longer', async () => {
  const { said, stop } = setUp()
  const stopped = stop('SIGTERM')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(said).toEqual(['stopping'])
  await vi.advanceTimersByTimeAsync(1)
  await stopped
  expect(said).toContain('cut off')
  expect(said.at(-1)).toBe('exit 1')
})

it('ends at once at a second signal', () => {
  const { said, stop } = setUp()
  void stop('SIGINT')
  void stop('SIGINT')
  expect(said).toEqual(['stopping', 'exit 1'])
})
