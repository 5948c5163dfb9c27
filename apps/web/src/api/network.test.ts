import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ now: MINUTE }))
afterEach(() => void vi.useRealTimers())

async function openPage() {
  vi.resetModules()
  const { noteAnswer, onRecovery } = await import('./network.ts')
  const recovered = vi.fn()
  onRecovery(recovered)
  return {
    recovered,
    loseAndAnswer() {
      noteAnswer(false)
      noteAnswer(true)
      vi.advanceTimersByTime(1000)
    },
  }
}

it('recovers at the first answer after one was lost, also soon after the page was opened', async () => {
  const { recovered, loseAndAnswer } = await openPage()
  loseAndAnswer()
  expect(recovered).toHaveBeenCalledOnce()
})

it('recovers at most every 10 s', async () => {
  const { recovered, loseAndAnswer } = await openPage()
  for (let second = 0; second < 20; second++) loseAndAnswer()
  expect(recovered).toHaveBeenCalledTimes(2)
})

it('recovers again after the clock was set back', async () => {
  const { recovered, loseAndAnswer } = await openPage()
  loseAndAnswer()
  vi.setSystemTime(0)
  vi.advanceTimersByTime(30_000)
  loseAndAnswer()
  expect(recovered).toHaveBeenCalledTimes(2)
})
