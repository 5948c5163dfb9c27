import { expect, test } from 'vitest'
import { loadable } from './loadable.ts'

const Page = () => null

test('shares a running fetch and retries a failed one', async () => {
  let tries = 0
  const page = loadable(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('offline')
    return Page
  })
  await expect(page.load()).rejects.toThrow('offline')
  expect(page.get()).toBeNull()
  await Promise.all([page.load(), page.load()])
  expect(tries).toBe(2)
  expect(page.get()).toBe(Page)
})
