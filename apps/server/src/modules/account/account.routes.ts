import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { route } from '#platform/http/route.ts'
import { changePassword } from './password.service.ts'
import { updateProfile } from './profile.service.ts'
import { deleteAccount } from './trash.service.ts'

export function accountRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, users.update, ({ viewer, params, body, client }) =>
    updateProfile(reachedAt(ctx, client.host), viewer.id, params.id, body),
  )
  route(app, ctx, users.changePassword, ({ viewer, params, body }) => changePassword(ctx, viewer, params.id, body), {
    limit: 'password',
    securityEvent: 'password',
  })
  route(app, ctx, users.remove, ({ viewer, params, body }) => deleteAccount(ctx, viewer.id, params.id, body.password), {
    limit: 'password',
    securityEvent: 'deletion',
  })
}
