/** What the server does at the first start of a site, and only then. */
import * as categories from '@shiliu/contract/categories'
import { API_PREFIX } from '@shiliu/contract/limits'
import { expect, it, onTestFinished } from 'vitest'
import { trashCategories } from '#modules/categories/categories.service.ts'
import { createFirstCategories } from '#modules/categories/first-categories.service.ts'
import { tx } from '#platform/db/tx.ts'
import { makeCategory, makePost, makeUser } from './factories.ts'
import { startServerProcess } from './server-process.ts'
import { createTestApp, testConfig } from './test-app.ts'

const NAMES = ['学习', '校园', '情感', '兴趣', '生活', '社交', '求助', '观点', '毕业', '职场']

async function listed(test: Awaited<ReturnType<typeof createTestApp>>) {
  return test.ok(categories.list)
}

it('gives a new site categories, so that people can publish', { timeout: 60_000 }, async () => {
  const { config, remove } = await testConfig()
  onTestFinished(remove)
  const server = await startServerProcess(config)
  const response = await fetch(`${server.address}${API_PREFIX}${categories.list.path}`)
  const { data } = (await response.json()) as { data: categories.Category[] }
  expect(data.map(({ name }) => name)).toEqual(NAMES)
  await server.end('SIGTERM')
})

it('makes no categories before the server starts, and then only once, however many processes start', async () => {
  const test = await createTestApp()
  expect(await listed(test)).toEqual([])
  const made = await Promise.all([1, 2, 3].map(() => createFirstCategories(test.ctx)))
  expect(made.toSorted()).toEqual([false, false, true])
  expect((await listed(test)).map(({ name }) => name)).toEqual(NAMES)
})

it('leaves alone what an administrator deleted', async () => {
  const test = await createTestApp()
  await createFirstCategories(test.ctx)
  const ids = (await listed(test)).map(({ id }) => id)
  await tx(test.ctx, (t) => trashCategories(t, ids))
  expect(await createFirstCategories(test.ctx)).toBe(false)
  expect(await listed(test)).toEqual([])
})

it.each([
  ['categories', async (test: Awaited<ReturnType<typeof createTestApp>>) => [await makeCategory(test.ctx)]],
  [
    'notes without a category',
    async (test: Awaited<ReturnType<typeof createTestApp>>) => {
      await makePost(test.ctx, await makeUser(test.ctx), { category_id: null, is_draft: true })
      return []
    },
  ],
])('leaves a site with %s as it is, now and later', async (_, make) => {
  const test = await createTestApp()
  const there = await make(test)
  expect(await createFirstCategories(test.ctx)).toBe(false)
  expect((await listed(test)).map(({ name }) => name)).toEqual(there.map(({ name }) => name))
  const ids = there.map(({ id }) => id)
  if (ids.length > 0) await tx(test.ctx, (t) => trashCategories(t, ids))
  expect(await createFirstCategories(test.ctx)).toBe(false)
})
