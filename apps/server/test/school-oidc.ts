/** A school's OpenID Connect service, which asks for a name and no password. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base64url, decodeJwt, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'

/** What it says of a person, which may be odd. */
export type Pupil = { name?: unknown; preferred_username?: unknown; affiliation?: unknown }

export const CLIENT = { client_id: 'shiliu', client_secret: 'a secret that the school gave' }

/** Claims besides or instead of the true ones (undefined: without), another header or key; `none`: no signature. */
export type Forgery = {
  claims?: Record<string, unknown>
  header?: { alg?: string; typ?: string; kid?: string }
  key?: KeyObject | 'none'
}

export type SchoolOidc = {
  address: string
  people: Record<string, Pupil>
  /** Answers instead of the service; false for what it shall answer itself. */
  intercept: ((path: string, response: ServerResponse) => boolean) | null
  /** What is wrong with the ID tokens that it gives out. */
  forgery: Forgery | null
  /** Where the site is told that people signed out. */
  logoutAddress: string
  /** Tells the site. */
  post(url: string, init: RequestInit): Promise<Response>
  /** A token that says so, with what is wrong with it. */
  logoutToken(claims: JWTPayload, forgery?: Forgery): Promise<string>
  close(): Promise<void>
}

/** `returnTo` is the address of the site. */
export async function startSchoolOidc(returnTo: string, port = 0): Promise<SchoolOidc> {
  const people: Record<string, Pupil> = {}
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const school: SchoolOidc = {
    address,
    people,
    intercept: null,
    forgery: null,
    logoutAddress: `${returnTo}/campus/1`,
    post: (url, init) => fetch(url, init),
    logoutToken(claims, forgery = {}) {
      const now = Math.floor(Date.now() / 1000)
      const own = { iss: address, aud: CLIENT.client_id, iat: now, exp: now + 120, jti: randomUUID() }
      return forge({ ...own, events: { [LOGOUT_EVENT]: {} }, ...claims }, privateKey, {
        ...forgery,
        header: { typ: 'logout+jwt', ...forgery.header },
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const provider = new Provider(address, configuration(returnTo, school, privateKey.export({ format: 'jwk' })))
  const callback = provider.callback()
  server.on('request', async (request, response) => {
    if (school.intercept?.(request.url ?? '', response)) return
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(request.url ?? '') ?? []
    if (request.url === '/token' && school.forgery) rewriteIdToken(response, privateKey, school.forgery)
    if (!uid) return callback(request, response)
    if (request.method === 'POST') {
      const form = await formOf(request)
      const result = form.get('cancel')
        ? { error: 'access_denied', error_description: 'the person said no' }
        : { login: { accountId: form.get('login') ?? '' } }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><title>学校统一登录</title><h1>学校统一登录</h1><form method="post"><label>学号<input name="login"></label><button>登录</button><button name="cancel" value="1">取消</button></form>`,
    )
  })
  return school
}

export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

async function forge(claims: JWTPayload, own: KeyObject, { claims: others, header, key }: Forgery): Promise<string> {
  const payload = JSON.parse(JSON.stringify({ ...claims, ...others }, (_, value) => value ?? undefined))
  const known = { alg: 'RS256', kid: 'one', ...header }
  if (key !== 'none') return new SignJWT(payload).setProtectedHeader(known).sign(key ?? own)
  return `${[{ ...known, alg: 'none' }, payload].map((part) => base64url.encode(JSON.stringify(part))).join('.')}.`
}

/** Answers another ID token than the provider made. */
function rewriteIdToken(response: ServerResponse, own: KeyObject, forgery: Forgery): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: unknown) => {
    const answer = JSON.parse(String(body))
    if (!answer.id_token) return end(String(body))
    void forge(decodeJwt(answer.id_token), own, forgery).then((id_token) => {
      const text = JSON.stringify({ ...answer, id_token })
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += part
  return new URLSearchParams(text)
}

/** In memory, for as long as the double. */
function memory(): (name: string) => Adapter {
  const all = new Map<string, AdapterPayload>()
  const by = (field: 'uid' | 'userCode' | 'grantId', value: string) =>
    [...all].filter(([, payload]) => payload[field] === value)
  return (name) => ({
    upsert: async (id, payload) => void all.set(`${name} ${id}`, payload),
    find: async (id) => all.get(`${name} ${id}`),
    findByUid: async (uid) => by('uid', uid)[0]?.[1],
    findByUserCode: async (code) => by('userCode', code)[0]?.[1],
    destroy: async (id) => void all.delete(`${name} ${id}`),
    revokeByGrantId: async (grant) => {
      for (const [key] of by('grantId', grant)) all.delete(key)
    },
    consume: async (id) => {
      const payload = all.get(`${name} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
  })
}

function configuration(returnTo: string, school: SchoolOidc, key: object): Configuration {
  return {
    adapter: memory(),
    clients: [
      {
        ...CLIENT,
        // Any provider of the site: ids of a database that was emptied go on.
        redirect_uris: Array.from({ length: 500 }, (_, i) => `${returnTo}/campus/${i + 1}`),
        post_logout_redirect_uris: [`${returnTo}/`],
        backchannel_logout_uri: school.logoutAddress,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['of the double'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'affiliation'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...school.people[id] }) }),
    fetch: (_url, init) => school.post(school.logoutAddress, init ?? {}),
    features: {
      backchannelLogout: { enabled: true },
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = `<!doctype html><title>退出</title>${form}<button form="op.logoutForm" name="logout" value="yes">退出学校账号</button>`
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}
