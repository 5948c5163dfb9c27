import * as api from '@shiliu/contract/admin/tag-merges'
import type { FastifyInstance } from 'fastify'
import type { Ctx, RouteContext } from '#deps.ts'
import { continueMerges } from '#modules/posts/tag-merging.service.ts'
import * as service from '#modules/tags/tag-merges.service.ts'
import { tx } from '#platform/db/tx.ts'
import { route } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { type Action, recordAudits } from './audits.service.ts'

/** A small merge is done when it is answered. */
const PIECES_AT_ONCE = 4

export function tagMergesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, api.synonyms, ({ params }) => service.listSynonyms(ctx, params.id))
  route(app, ctx, api.addSynonym, ({ viewer, params, body }) =>
    tx(ctx, async (t) => {
      const { id, tag } = await service.addSynonym(t, params.id, body.name)
      await note(t, viewer, 'update', tag.id, tag.name, null, { synonym: body.name })
      return { id }
    }),
  )
  route(app, ctx, api.removeSynonym, ({ viewer, params }) =>
    tx(ctx, async (t) => {
      const { tag_id, name } = await service.removeSynonym(t, params.id)
      await note(t, viewer, 'update', tag_id, name, { synonym: name }, { synonym: null })
    }),
  )
  route(app, ctx, api.previewMerge, ({ params, body }) => service.previewMerge(ctx, params.id, body.into))
  route(app, ctx, api.merge, async ({ viewer, params, body }) => {
    const merge_id = await tx(ctx, async (t) => {
      const { mergeId, from, target } = await service.beginMerge(t, params.id, body.into)
      const after = { merged_into: target.name, merge_id: mergeId }
      await note(t, viewer, 'update', from.id, `${from.name} → ${target.name}`, { merged_into: null }, after)
      return mergeId
    })
    await continueMerges(ctx, undefined, PIECES_AT_ONCE)
    return { merge_id }
  })
  route(app, ctx, api.undoMerge, async ({ viewer, params }) => {
    await tx(ctx, async (t) => {
      const { from_id, from_name } = await service.beginUndo(t, params.id)
      await note(t, viewer, 'undo', from_id, from_name, null, { merge_id: params.id })
    })
    await continueMerges(ctx, undefined, PIECES_AT_ONCE)
  })
}

async function note(
  t: Ctx,
  viewer: AdminViewer,
  action: Action,
  record_id: number,
  record_name: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  await recordAudits(t, viewer, action, [{ resource: 'tags', record_id, record_name, before, after }])
}
