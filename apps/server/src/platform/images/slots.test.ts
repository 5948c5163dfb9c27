import { expect, it } from 'vitest'
import { slots } from './slots.ts'

it('runs no more jobs at once than there are slots, in order, and frees the slot of a job that fails', async () => {
  const inSlot = slots(2)
  const order: number[] = []
  let running = 0
  let most = 0
  const job = (n: number) => async () => {
    order.push(n)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (n === 1) throw new Error('one')
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => inSlot(job(n))))
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})
