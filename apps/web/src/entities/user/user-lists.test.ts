import type { Relation } from '@shiliu/contract/common'
import { relationOf } from '@shiliu/contract/relation'
import { expect, test } from 'vitest'
import { watchChanges } from '#api/cached-changes.ts'
import { keys } from '#api/keys.ts'
import { createQueryClient } from '#api/query-client.ts'
import { showRelation } from './use-toggle-follow.ts'
import { rememberRelations } from './user-pages.ts'

const NONE = relationOf(false, false)
const BACK = relationOf(false, true)
const known = (client: ReturnType<typeof createQueryClient>) => client.getQueryData<Relation>(keys.followStatus('lin'))

test('what a list tells of a relation is newer than what was known', () => {
  const client = createQueryClient()
  client.setQueryData(keys.followStatus('lin'), NONE)
  rememberRelations(client, watchChanges(client), [{ user_id: 'lin', ...BACK }])
  expect(known(client)).toEqual(BACK)
})

test('a list that was asked for before somebody was followed does not undo it', () => {
  const client = createQueryClient()
  const changed = watchChanges(client)
  showRelation(client, 'lin', relationOf(true, true), true)
  rememberRelations(client, changed, [{ user_id: 'lin', ...BACK }])
  expect(known(client)?.buttonType).toBe('mutual')
})

test('a list that comes while the server has yet to hear of it does not undo it either', () => {
  const client = createQueryClient()
  showRelation(client, 'lin', relationOf(true, true), false)
  rememberRelations(client, watchChanges(client), [{ user_id: 'lin', ...BACK }])
  expect(known(client)?.buttonType).toBe('mutual')
})
