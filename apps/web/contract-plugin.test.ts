import { fileURLToPath } from 'node:url'
import * as adminCategories from '@shiliu/contract/admin/categories'
import * as limits from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as uploads from '@shiliu/contract/uploads'
import { describe, expect, test } from 'vitest'
import { needsZod, plainExport, plainModule } from './contract-plugin.ts'

const source = (name: string) => fileURLToPath(new URL(`../../packages/contract/src/${name}`, import.meta.url))

describe('needsZod', () => {
  test.each(['posts.ts', 'common.ts', 'admin/categories.ts'])('is true for %s', async (name) => {
    expect(await needsZod(source(name))).toBe(true)
  })

  test.each(['limits.ts', 'rules.ts', 'errors.ts', 'endpoint.ts'])('is false for %s', async (name) => {
    expect(await needsZod(source(name))).toBe(false)
  })
})

// The plugin transforms this file's imports, as in the browser build.
describe('the browser gets', () => {
  test('an endpoint without its schemas', () => {
    expect(posts.get).toEqual({ method: 'GET', path: '/posts/:id', role: 'guest' })
    expect(uploads.single).toEqual({
      method: 'POST',
      path: '/upload/single',
      role: 'signed-in',
      adminRole: 'editor',
      multipart: { field: 'file', many: false },
    })
  })

  test('no schemas', () => {
    expect(Object.keys(posts).sort()).toEqual(['create', 'get', 'list', 'remove', 'restore', 'update'])
  })

  test('an admin resource with all its endpoints', () => {
    expect(adminCategories.categories.removeMany).toEqual({
      method: 'DELETE',
      path: '/admin/categories',
      role: 'admin',
      adminRole: 'editor',
    })
    expect(Object.keys(adminCategories.categories)).toHaveLength(10)
  })

  test('constants', () => {
    expect(limits.PAGE.limit).toBe(20)
  })
})

test('keeps plain data only', () => {
  expect(plainExport({ a: [1, 'x', null] })).toEqual({ a: [1, 'x', null] })
  expect(plainExport(() => 1)).toBeUndefined()
  expect(plainExport(new Date())).toBeUndefined()
  expect(plainModule({ A: 1, f: () => 1 })).toBe('export const A = 1\n')
})
