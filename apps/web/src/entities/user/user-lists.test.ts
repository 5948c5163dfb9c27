import type { Relation } from '@shiliu/contract/common'
import { relationOf } from '@shiliu/contract/relation'
import { expect, test } from 'vitest'
import { keys } from '#api/keys.ts'
import { trackUpdates } from '#api/optimistic-updates.ts'
import { createQueryClient } from '#api/query-client.ts'
import { cacheRelation } from './follow.ts'
import { cacheRelations } from './user-lists.ts'

const NONE = relationOf(false, false)
const BACK = relationOf(false, true)
const known = (client: ReturnType<typeof createQueryClient>) => client.getQueryData<Relation>(keys.followStatus('lin'))

test('replaces a cached relation by that of a newer list', () => {
  const client = createQueryClient()
  client.setQueryData(keys.followStatus('lin'), NONE)
  cacheRelations(client, trackUpdates(client), [{ user_id: 'lin', ...BACK }])
  expect(known(client)).toEqual(BACK)
})

test('keeps a follow made after the list was requested', () => {
  const client = createQueryClient()
  const changed = trackUpdates(client)
  cacheRelation(client, 'lin', relationOf(true, true), true)
  cacheRelations(client, changed, [{ user_id: 'lin', ...BACK }])
  expect(known(client)?.buttonType).toBe('mutual')
})

test('keeps a follow that the server has not answered yet', () => {
  const client = createQueryClient()
  cacheRelation(client, 'lin', relationOf(true, true), false)
  cacheRelations(client, trackUpdates(client), [{ user_id: 'lin', ...BACK }])
  expect(known(client)?.buttonType).toBe('mutual')
})
