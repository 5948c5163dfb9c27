import { wordFindings as api } from '@shiliu/contract/admin/words'
import { listFindings } from '#modules/moderation/word-findings.service.ts'
import { iso } from '#platform/clock.ts'
import { containsText, equals } from '../filters.repo.ts'
import { defineReadOnlyResource } from '../resource.ts'

export const wordFindings = defineReadOnlyResource(api, {
  table: 'word_findings',
  filters: { word: containsText('word'), action: equals('action'), target_type: equals('target_type') },
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await listFindings(ctx.db, ids)).map((row) => ({
      ...row,
      target_type: row.target_type as 1 | 2 | 3,
      created_at: iso(row.created_at),
    }))
  },
})
