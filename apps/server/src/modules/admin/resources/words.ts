import { words as api } from '@shiliu/contract/admin/words'
import * as service from '#modules/moderation/words.service.ts'
import { iso } from '#platform/clock.ts'
import { containsText, equals } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const words = defineResource(api, {
  table: 'watched_words',
  filters: { word: containsText('word'), action: equals('action') },
  sortable: ['word', 'created_at', 'updated_at'],
  async load(ctx, ids) {
    return (await service.listWords(ctx.db, ids)).map(({ id, word, action, whole, created_at, updated_at }) => ({
      id,
      word,
      action,
      whole: whole === 1 ? 1 : 0,
      created_at: iso(created_at),
      updated_at: iso(updated_at),
    }))
  },
  recordName: (row) => row.word,
  create: (t, { word, action, whole }) => service.createWord(t, { word, action, whole: whole ?? false }),
  update: (t, row, body) => service.updateWord(t, row.id, body),
  remove: service.deleteWords,
})
