import { check } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import { senderOf } from '#platform/http/security-events.ts'
import { listLinks, removeLink } from './identities.service.ts'
import { checkProvider } from './provider-check.service.ts'
import { listOffered } from './providers.service.ts'
import { beginSignIn, finishSignIn, linkPerson, registerPerson } from './sign-in.service.ts'
import { handleSchoolLogout, type LogoutMessage, signOut } from './sign-out.service.ts'

export function campusRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, campus.list, async () => ({
    providers: await listOffered(ctx),
    local_passwords: ctx.settings.current.local_passwords,
  }))
  route(
    app,
    ctx,
    campus.start,
    ({ viewer, params, body, browser }) => beginSignIn(ctx, params.id, browser, body, viewer),
    { limit: 'captcha' },
  )
  route(
    app,
    ctx,
    campus.finish,
    ({ viewer, params, body, client, browser }) =>
      finishSignIn(ctx, {
        providerId: params.id,
        query: body.query,
        browser: browser.current,
        viewer,
        client,
        deviceTokens: body.device_tokens ?? [],
      }),
    { limit: 'captcha', securityEvent: 'campus sign-in' },
  )
  route(app, ctx, campus.register, ({ body, client, browser }) => registerPerson(ctx, body, browser.current, client), {
    limit: 'captcha',
    securityEvent: 'registration',
  })
  route(app, ctx, campus.link, ({ viewer, body, browser }) => linkPerson(ctx, body, browser.current, viewer), {
    securityEvent: 'campus link',
  })
  route(app, ctx, campus.links, ({ viewer }) => listLinks(ctx, viewer))
  route(app, ctx, campus.unlink, ({ viewer, params }) => removeLink(ctx, viewer, params.id), {
    securityEvent: 'campus unlink',
  })
  route(app, ctx, campus.logout, ({ viewer }) => signOut(ctx, viewer), { securityEvent: 'sign-out' })
  route(app, ctx, check, ({ params }) => checkProvider(ctx, params.id))
  void app.register(async (scope) => schoolLogoutRoute(scope, ctx))
}

const LOGOUT_BYTES = 16 * 1024

/** Schools post a form to the address that people come back to when sign-ins there have ended. */
function schoolLogoutRoute(scope: FastifyInstance, ctx: RouteContext): void {
  const form = 'application/x-www-form-urlencoded'
  scope.removeContentTypeParser(form)
  scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: LOGOUT_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  scope.post<{ Params: { id: string } }>('/campus/:id', { bodyLimit: LOGOUT_BYTES }, async (request, reply) => {
    const { id } = request.params
    const message = messageIn(request.body)
    reply.header('cache-control', 'no-store')
    if (!message || !/^[1-9]\d{0,14}$/.test(id)) return reply.code(204).send()
    request.securityEvent = 'campus sign-out'
    const sessions = await handleSchoolLogout(ctx, Number(id), message, request.ip)
    const outcome = { event: 'campus sign-out', outcome: 'done', account: undefined, provider: id, sessions }
    if (sessions.length > 0) ctx.securityLog.note({ ...outcome, from: senderOf(request) })
    // OpenID Connect wants 200.
    return reply.code(message.kind === 'oidc' ? 200 : 204).send()
  })
}

function messageIn(body: unknown): LogoutMessage | null {
  if (!(body instanceof URLSearchParams)) return null
  const [token, xml] = [body.get('logout_token'), body.get('logoutRequest')]
  if (token) return { kind: 'oidc', text: token }
  return xml ? { kind: 'cas', text: xml } : null
}
