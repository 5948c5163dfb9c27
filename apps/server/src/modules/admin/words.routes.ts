import * as words from '@shiliu/contract/admin/words'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { tryWords } from '#modules/moderation/word-checks.service.ts'
import { importWords } from '#modules/moderation/words.service.ts'
import { tx } from '#platform/db/tx.ts'
import { route } from '#platform/http/route.ts'
import { recordAudits } from './audits.service.ts'

export function wordsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, words.importWords, ({ viewer, body }) =>
    tx(ctx, async (t) => {
      const result = await importWords(t, body)
      const { added, changed } = result
      if (added + changed === 0) return result
      const name = `导入 ${added + changed} 个`
      const entry = { resource: 'words', record_id: 0, record_name: name, before: null, after: { added, changed } }
      await recordAudits(t, viewer, 'update', [entry])
      return result
    }),
  )
  route(app, ctx, words.tryWords, ({ body }) => tryWords(ctx, body.text))
}
