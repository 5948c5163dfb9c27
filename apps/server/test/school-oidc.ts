/** A school's OpenID Connect service, which asks for a name and no password. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'

export type Pupil = { name?: string; preferred_username?: string; affiliation?: string | string[] }

export const CLIENT = { client_id: 'shiliu', client_secret: 'a secret that the school gave' }

export type SchoolOidc = { address: string; people: Record<string, Pupil>; close(): Promise<void> }

/** `returnTo` is the address of the site. */
export async function startSchoolOidc(returnTo: string, port = 0): Promise<SchoolOidc> {
  const people: Record<string, Pupil> = {}
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(address, configuration(returnTo, people, privateKey.export({ format: 'jwk' })))
  const callback = provider.callback()
  server.on('request', async (request, response) => {
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(request.url ?? '') ?? []
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
  return {
    address,
    people,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
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

function configuration(returnTo: string, people: Record<string, Pupil>, key: object): Configuration {
  return {
    adapter: memory(),
    clients: [
      {
        ...CLIENT,
        // Any provider of the site: ids of a database that was emptied go on.
        redirect_uris: Array.from({ length: 500 }, (_, i) => `${returnTo}/campus/${i + 1}`),
        post_logout_redirect_uris: [`${returnTo}/`],
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['of the double'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'affiliation'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    features: {
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
