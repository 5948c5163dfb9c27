import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { route } from '#platform/http/route.ts'
import * as service from './auth.service.ts'
import { createCaptcha } from './captchas.service.ts'
import { endDevice, endOtherDevices, listDevices } from './devices.service.ts'
import * as emailService from './emails.service.ts'
import { askReset, resetPassword } from './password-resets.service.ts'
import { createProofChallenge } from './proofs.service.ts'
import { sendRegistrationCode } from './registration-emails.service.ts'
import { getRegistration } from './registrations.service.ts'
import { endSession, refreshSession } from './sessions.service.ts'

export function authRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, auth.captcha, ({ client }) => createCaptcha(ctx, networkOf(client.ip)), { limit: 'captcha' })
  route(app, ctx, auth.registration, () => getRegistration(ctx))
  route(app, ctx, auth.checkUserId, async ({ query }) => ({ isUnique: await service.isUserIdFree(ctx, query.user_id) }))
  route(
    app,
    ctx,
    auth.register,
    ({ body, client }) => service.registerUser(reachedAt(ctx, client.host), body, client),
    { securityEvent: 'registration' },
  )
  route(app, ctx, auth.sendRegistrationCode, ({ body, client }) => sendRegistrationCode(ctx, body, client.ip), {
    securityEvent: 'e-mail',
  })
  route(app, ctx, auth.challenge, ({ query }) => createProofChallenge(ctx, query.use))
  route(app, ctx, auth.login, ({ body, client }) => service.loginUser(ctx, body, client), { securityEvent: 'sign-in' })
  route(app, ctx, auth.refresh, ({ body, client }) => refreshSession(ctx, 'user', body.refresh_token, client), {
    limit: 'refresh',
  })
  route(app, ctx, auth.logout, ({ viewer }) => endSession(ctx, viewer.sessionId), { securityEvent: 'sign-out' })
  route(app, ctx, auth.listSessions, ({ viewer }) => listDevices(ctx, viewer))
  route(app, ctx, auth.endSession, ({ viewer, params }) => endDevice(ctx, viewer, params.id), {
    securityEvent: 'sign-out',
  })
  route(app, ctx, auth.endOtherSessions, ({ viewer }) => endOtherDevices(ctx, viewer), { securityEvent: 'sign-out' })
  route(app, ctx, auth.me, ({ viewer }) => service.getOwnUser(ctx, viewer.id))
  emailRoutes(app, ctx)
}

function emailRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const options = { limit: 'password', securityEvent: 'e-mail' } as const
  route(app, ctx, emails.get, ({ viewer }) => emailService.getOwnEmail(ctx, viewer.id))
  route(app, ctx, emails.begin, ({ viewer, body }) => emailService.beginEmail(ctx, viewer.id, body), options)
  route(app, ctx, emails.confirm, ({ viewer, body }) => emailService.confirmEmail(ctx, viewer.id, body.code), options)
  route(app, ctx, emails.remove, ({ viewer, body }) => emailService.removeEmail(ctx, viewer.id, body.password), options)
  const reset = { securityEvent: 'password reset' } as const
  route(app, ctx, emails.askReset, ({ body, client }) => askReset(ctx, body, client.ip), reset)
  route(app, ctx, emails.reset, ({ body, client }) => resetPassword(ctx, body, client.ip), reset)
}
