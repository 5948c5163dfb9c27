import * as notifications from '@shiliu/contract/notifications'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as inbox from './inbox.service.ts'

export function notificationsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const unread = inbox.liveUnreadCounts(ctx)
  route(app, ctx, notifications.list, ({ viewer, query }) => inbox.listAll(ctx, viewer.id, query))
  route(app, ctx, notifications.comments, ({ viewer, query }) => inbox.listComments(ctx, viewer.id, query))
  route(app, ctx, notifications.likes, ({ viewer, query }) => inbox.listLikes(ctx, viewer.id, query))
  route(app, ctx, notifications.collections, ({ viewer, query }) => inbox.listCollections(ctx, viewer.id, query))
  route(app, ctx, notifications.follows, ({ viewer, query }) => inbox.listFollows(ctx, viewer.id, query))
  route(app, ctx, notifications.system, ({ viewer, query }) => inbox.listSystem(ctx, viewer.id, query))
  route(app, ctx, notifications.unreadCount, async ({ viewer }) => ({ count: await inbox.countUnread(ctx, viewer.id) }))
  route(app, ctx, notifications.unreadByType, ({ viewer }) => inbox.countUnreadByTab(ctx, viewer.id))
  route(app, ctx, notifications.stream, ({ viewer }) => unread(viewer.id), { limit: 'streams' })
  route(app, ctx, notifications.read, ({ viewer, params }) => inbox.markRead(ctx, viewer.id, params.id))
  route(app, ctx, notifications.readAll, ({ viewer }) => inbox.markAllRead(ctx, viewer.id))
  route(app, ctx, notifications.remove, ({ viewer, params }) => inbox.deleteNotification(ctx, viewer.id, params.id))
}
