import { expect, test } from 'vitest'
import { loadable } from './loadable.ts'

test('a fetch is shared, a failed one is tried again', async () => {
  const Page = () => null
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
