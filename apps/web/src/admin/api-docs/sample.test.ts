import { genderRule } from '@shiliu/contract/rules'
import { expect, test } from 'vitest'
import { sampleOf } from './sample.ts'

const named = {
  Thread: {
    type: 'object',
    properties: { id: { type: 'integer' }, replies: { type: 'array', items: { $ref: '#/components/schemas/Thread' } } },
  },
  Tag: { type: 'object', properties: { name: { type: 'string' }, use_count: { type: 'integer' } } },
} as const

test('prefers the values that the schema names', () => {
  expect(sampleOf({ const: 200 }, named, 'code')).toBe(200)
  expect(sampleOf({ type: 'string', examples: ['已删除'] }, named, 'message')).toBe('已删除')
  expect(sampleOf({ type: 'string', enum: ['follow', 'back'] }, named, 'title')).toBe('follow')
  expect(sampleOf({ type: 'integer', default: 20 }, named)).toBe(20)
})

test('otherwise uses a value by the name of the field, if its type fits', () => {
  expect(sampleOf({ type: 'string' }, named, 'nickname')).toBe('小石榴')
  expect(sampleOf({ type: 'integer' }, named, 'user_id')).toBe(7)
  expect(sampleOf({ type: 'string' }, named, 'from_user_id')).toBe('shiliu01')
  expect(sampleOf({ type: 'string' }, named, 'user_id')).toBe('shiliu01')
  expect(sampleOf({ type: 'integer' }, named, 'expires_in')).toBe(3600)
  expect(sampleOf({ type: 'string', format: 'date-time' }, named, 'created_at')).toMatch(/^2026-.*Z$/)
  expect(sampleOf({ type: 'integer', minimum: 20 }, named, 'like_count')).toBe(20)
})

test('uses values that the API accepts and returns', () => {
  expect(genderRule(String(sampleOf({ type: 'string' }, named, 'gender')))).toBeNull()
  expect(sampleOf({ type: 'string' }, named, 'error')).toBe('图片大小不能超过5MB')
})

test('builds objects and lists, follows references and ends recursion', () => {
  expect(sampleOf({ type: 'array', items: { $ref: '#/components/schemas/Tag' } }, named, 'tags')).toEqual([
    { name: '图书馆', use_count: 12 },
  ])
  const thread = JSON.stringify(sampleOf({ $ref: '#/components/schemas/Thread' }, named))
  expect(thread).toMatch(/^\{"id":7,"replies":\[\{"id":7/)
  expect(thread).toContain('"replies":[]')
  expect(sampleOf({ $ref: '#/components/schemas/Nowhere' }, named)).toBeNull()
})

test('prefers a value to null, and the first alternative', () => {
  expect(sampleOf({ anyOf: [{ type: 'null' }, { type: 'string' }] }, named, 'category')).toBe('校园')
  expect(sampleOf({ type: ['string', 'null'] }, named, 'mbti')).toBe('INFP')
  expect(sampleOf({ anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Tag' }] }, named)).toMatchObject({
    use_count: 12,
  })
  expect(sampleOf({ oneOf: [{ type: 'boolean' }, { type: 'integer' }] }, named)).toBe(true)
  expect(
    sampleOf({ allOf: [{ $ref: '#/components/schemas/Tag' }, { properties: { lit: { type: 'boolean' } } }] }, named),
  ).toEqual({ name: '图书馆', use_count: 12, lit: true })
})
