import { suggestions } from '@shiliu/contract/search'
import { expect, it } from 'vitest'
import { like } from '#modules/likes/likes.service.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const make = async (fields: object) => (await makePost(test.ctx, author, fields)).id
  const suggest = async (keyword?: string) =>
    (await test.ok(suggestions, { query: keyword === undefined ? {} : { keyword } })).suggestions
  return { test, author, make, suggest }
}

it('offers the hot tags before anything is typed', async () => {
  const { test, make, suggest } = await setUp()
  await make({ tags: ['食堂', '考研'] })
  await make({ tags: ['考研'] })
  await make({ tags: ['还没发'], is_draft: true })
  expect(await suggest()).toEqual(['考研', '食堂'])
  expect(await suggest(' ')).toEqual(['考研', '食堂'])
  for (let n = 0; n < 3; n++) await make({ tags: ['毕业季'] })
  test.clock.advance(60_000)
  expect(await suggest()).toEqual(['毕业季', '考研', '食堂'])
})

it('offers tags by their beginning, most used first, then titles by heat', async () => {
  const { test, make, suggest } = await setUp()
  await make({ title: '无关', tags: ['考试周'] })
  await make({ title: '也无关', tags: ['考研', '考试周'] })
  await make({ title: '老是考', tags: ['备考'] })
  const hot = await make({ title: '备考的一天' })
  await make({ title: '秘密的考试', is_draft: true })
  const reader = await makeUser(test.ctx)
  await like(test.ctx, reader.id, { target_type: 1, target_id: hot })
  expect(await suggest('考')).toEqual(['考试周', '考研', '备考的一天', '老是考'])
  expect(await suggest('#考研')).toEqual(['考研'])
  expect(await suggest('备考')).toEqual(['备考', '备考的一天'])
  expect(await suggest('%')).toEqual([])
})

it('offers each text once, and eight at most', async () => {
  const { make, suggest } = await setUp()
  for (let n = 0; n < 9; n++) await make({ title: `春游第${n}天`, tags: [`春${n}`] })
  await make({ title: '春0' })
  const offered = await suggest('春')
  expect(offered).toHaveLength(8)
  expect(new Set(offered).size).toBe(8)
  expect(offered.filter((text) => /^春\d$/.test(text)).length).toBeGreaterThanOrEqual(5)
})

it('forgets the title of a note that is changed', async () => {
  const { make, suggest, test, author } = await setUp()
  await make({ title: '社团招新' })
  expect(await suggest('招新')).toEqual(['社团招新'])
  await makePost(test.ctx, author, { title: '招新摆摊' })
  expect(new Set(await suggest('招新'))).toEqual(new Set(['社团招新', '招新摆摊']))
})
