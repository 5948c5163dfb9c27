import { check } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { listLinks, removeLink, setFirstPassword } from './identities.service.ts'
import { checkProvider } from './provider-check.service.ts'
import { listOffered } from './providers.service.ts'
import { beginSignIn, finishSignIn, linkPerson, registerPerson } from './sign-in.service.ts'
import { endSessionsOfTicket, signOut } from './sign-out.service.ts'

export function campusRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, campus.list, async () => ({
    providers: await listOffered(ctx),
    local_passwords: ctx.settings.current.local_passwords,
  }))
  route(
    app,
    ctx,
    campus.start,
    ({ viewer, params, body, browser }) => {
      if (body.link && !viewer) throw new AppError('unauthorized')
      return beginSignIn(ctx, params.id, browser.ensure(), body.link ? viewer : null)
    },
    { limit: 'captcha' },
  )
  route(
    app,
    ctx,
    campus.finish,
    ({ viewer, params, body, client, browser }) =>
      finishSignIn(ctx, { providerId: params.id, query: body.query, browser: browser.current, viewer, client }),
    { limit: 'captcha', securityEvent: 'campus sign-in' },
  )
  route(app, ctx, campus.register, ({ body, client, browser }) => registerPerson(ctx, body, browser.current, client), {
    limit: 'captcha',
    securityEvent: 'registration',
  })
  route(app, ctx, campus.link, ({ viewer, body, browser }) => linkPerson(ctx, body.code, browser.current, viewer), {
    securityEvent: 'campus link',
  })
  route(app, ctx, campus.links, ({ viewer }) => listLinks(ctx, viewer))
  route(app, ctx, campus.unlink, ({ viewer, params }) => removeLink(ctx, viewer, params.id), {
    securityEvent: 'campus unlink',
  })
  route(app, ctx, campus.setPassword, ({ viewer, body }) => setFirstPassword(ctx, viewer, body.newPassword), {
    limit: 'password',
    securityEvent: 'password',
  })
  route(app, ctx, campus.logout, ({ viewer }) => signOut(ctx, viewer), { securityEvent: 'sign-out' })
  route(app, ctx, check, ({ params }) => checkProvider(ctx, params.id))
  void app.register(async (scope) => logoutOfCas(scope, ctx))
}

const LOGOUT_BYTES = 16 * 1024

/** Single logout: a CAS posts a form to the address that people come back to. It is told nothing, whatever it sent. */
function logoutOfCas(scope: FastifyInstance, ctx: RouteContext): void {
  const form = 'application/x-www-form-urlencoded'
  scope.removeContentTypeParser(form)
  scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: LOGOUT_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  scope.post<{ Params: { id: string } }>('/campus/:id', { bodyLimit: LOGOUT_BYTES }, async (request, reply) => {
    const message = request.body instanceof URLSearchParams ? request.body.get('logoutRequest') : null
    const { id } = request.params
    if (message && /^[1-9]\d{0,14}$/.test(id)) await endSessionsOfTicket(ctx, Number(id), message)
    return reply.code(204).send()
  })
}
