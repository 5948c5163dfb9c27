import * as highlights from '@shiliu/contract/admin/highlights'
import * as moderation from '@shiliu/contract/admin/moderation'
import * as queue from '@shiliu/contract/admin/queue'
import { TARGET } from '@shiliu/contract/limits'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { actorOfAdmin } from '#modules/admin/admins.service.ts'
import { noteView } from '#modules/admin/pending-audits.service.ts'
import { listPins } from '#modules/posts/pins.service.ts'
import { route } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as decisions from './decisions.service.ts'
import { highlightPosts } from './highlights.service.ts'
import { undoAction } from './jobs.service.ts'
import * as queueing from './queue.service.ts'

export function reviewRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, moderation.moderate, async ({ viewer, body }) =>
    decisions.moderateContent(ctx, await actorOfAdmin(ctx, viewer.id), body),
  )
  route(app, ctx, moderation.undo, ({ viewer, body }) => undoAction(ctx, viewer, body.undo_id))
  route(app, ctx, moderation.history, ({ viewer, query }) => decisions.listHistory(ctx, viewer.adminRole, query))
  route(app, ctx, highlights.list, async () => ({ pins: await listPins(ctx) }))
  route(app, ctx, highlights.highlight, async ({ viewer, body }) =>
    highlightPosts(ctx, await actorOfAdmin(ctx, viewer.id), body),
  )
  route(app, ctx, queue.list, async ({ viewer, query }) => {
    const page = await queueing.listQueue(ctx, viewer.id, query)
    noteShown(ctx, viewer, page.data)
    return page
  })
  route(app, ctx, queue.claim, async ({ viewer, body }) => {
    const claimed = await queueing.claimNext(ctx, viewer.id, body)
    noteShown(ctx, viewer, claimed.items)
    return claimed
  })
  route(app, ctx, queue.release, ({ viewer }) => queueing.releaseClaims(ctx, viewer.id))
}

/** What waits for review is not public: the audit trail says who saw it, as of drafts. */
function noteShown(ctx: RouteContext, viewer: AdminViewer, items: readonly queue.QueueItem[]): void {
  for (const { target_type, target_id: id, title, content } of items) {
    const resource = target_type === TARGET.post ? 'posts' : 'comments'
    noteView(ctx, viewer, { resource, id, name: title || plainText(parseRichText(content)) })
  }
}
