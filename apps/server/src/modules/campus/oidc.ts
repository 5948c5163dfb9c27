/** OpenID Connect: the code flow with PKCE, state and nonce; the library checks answers and ID tokens. */
import * as oidc from 'openid-client'
import type { Ctx } from '#deps.ts'
import { type Attributes, describePerson, type Person } from './person.ts'
import { askProvider, CALL_MS, causesOf, ProviderError } from './provider-calls.ts'
import { type Provider, returnUrl, secretOf } from './providers.service.ts'

const KNOWN_MS = 10 * 60_000
/** Goes into an address when people sign out there: servers take no longer ones. */
const ID_TOKEN_MAX = 6000
/** Callers of a provider that is away do not all wait for it. */
const FAILURE_KNOWN_MS = 5000

/** Signatures that only the school can make: never the client's secret. */
export const SIGNATURES = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

type Known = { updatedAt: number; until: number; found: Promise<oidc.Configuration> }

/** By application: tests have several in a process. */
const known = new WeakMap<object, Map<number, Known>>()

/** The provider's own description, read anew after ten minutes and each change of the row. Throws `ProviderError`. */
export function configurationOf(ctx: Ctx, provider: Provider): Promise<oidc.Configuration> {
  const all = known.get(ctx.config) ?? new Map<number, Known>()
  known.set(ctx.config, all)
  const before = all.get(provider.id)
  if (before && before.updatedAt === provider.updated_at && before.until > Date.now()) return before.found
  const entry: Known = {
    updatedAt: provider.updated_at,
    until: Date.now() + KNOWN_MS,
    found: discover(ctx, provider).catch((error: unknown) => {
      entry.until = Date.now() + FAILURE_KNOWN_MS
      throw error
    }),
  }
  all.set(provider.id, entry)
  return entry.found
}

/** Asks the provider now. Throws `ProviderError`. */
export async function discover(ctx: Pick<Ctx, 'config'>, provider: Provider): Promise<oidc.Configuration> {
  const secret = secretOf(ctx, provider)
  if (secret === undefined) throw new ProviderError(true, '网站的密钥换过了，客户端密钥读不出来：请重新填写客户端密钥')
  // The row's rule lets only this machine go without encryption.
  const execute = provider.address.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const options = { [oidc.customFetch]: fetchOf, timeout: CALL_MS / 1000, execute }
  const server = new URL(provider.address)
  const found = await withReasons(() => oidc.discovery(server, provider.client_id, undefined, oidc.None(), options))
  const metadata = found.serverMetadata()
  const config = new oidc.Configuration(metadata, provider.client_id, undefined, clientAuth(metadata, secret))
  config[oidc.customFetch] = fetchOf
  config.timeout = CALL_MS / 1000
  oidc.enableNonRepudiationChecks(config)
  for (const run of execute) run(config)
  return config
}

/**
 * Where the provider's public keys are: as encrypted as the provider itself, or whoever is on the way could sign for
 * it.
 * Throws `ProviderError`.
 */
export function keysAddress({ address }: Pick<Provider, 'address'>, { jwks_uri }: oidc.ServerMetadata): string {
  if (!jwks_uri) throw new ProviderError(true, '校方的配置里没有公钥的地址（jwks_uri）')
  const protocol = URL.canParse(jwks_uri) ? new URL(jwks_uri).protocol : ''
  if (protocol === 'https:' || (protocol === 'http:' && address.startsWith('http:'))) return jwks_uri
  throw new ProviderError(true, '校方的配置里公钥的地址（jwks_uri）不是 https')
}

const fetchOf: oidc.CustomFetch = (url, { body, ...options }) =>
  askProvider(url, { ...options, body: body as RequestInit['body'] })

function clientAuth({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata, secret: string | null) {
  if (secret === null) return oidc.None()
  return methods?.includes('client_secret_post') ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
}

/** Derived from the state with the site's secret, so that neither is stored. */
const verifierOf = ({ mac }: Ctx, state: string) => mac('campus', `verifier ${state}`)
const nonceOf = ({ mac }: Ctx, state: string) => mac('campus', `nonce ${state}`)

/** Where the browser goes to sign in. Throws `ProviderError`. */
export async function oidcSignInUrl(ctx: Ctx, provider: Provider, state: string): Promise<string> {
  const config = await configurationOf(ctx, provider)
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: returnUrl(ctx, provider.id),
    scope: scopeOf(provider),
    state,
    nonce: nonceOf(ctx, state),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifierOf(ctx, state)),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** `openid` is what makes it OpenID Connect. */
export function scopeOf({ scope }: Pick<Provider, 'scope'>): string {
  const scopes = scope.split(/\s+/).filter(Boolean)
  return [...new Set(['openid', ...(scopes.length > 0 ? scopes : ['profile'])])].join(' ')
}

/** Who came back with this query. Throws `ProviderError`. */
export async function oidcPerson(ctx: Ctx, provider: Provider, state: string, query: string): Promise<Person> {
  const config = await configurationOf(ctx, provider)
  const tokens = await withReasons(() =>
    oidc.authorizationCodeGrant(config, new URL(`${returnUrl(ctx, provider.id)}?${query}`), {
      pkceCodeVerifier: verifierOf(ctx, state),
      expectedState: state,
      expectedNonce: nonceOf(ctx, state),
      idTokenExpected: true,
    }),
  )
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new ProviderError(false, '没有给 ID token')
  // The library compares its subject with that of the ID token.
  const more = config.serverMetadata().userinfo_endpoint
    ? await withReasons(() => oidc.fetchUserInfo(config, tokens.access_token, claims.sub))
    : {}
  const attributes: Attributes = { ...claims, ...more }
  return {
    ...describePerson(ctx, provider, claims.sub, attributes, ['preferred_username', 'email']),
    ...(tokens.id_token.length <= ID_TOKEN_MAX && { idToken: tokens.id_token }),
    ...(typeof claims.sid === 'string' && { sid: claims.sid }),
  }
}

/**
 * Where the browser goes to sign out there, too; null where the provider has no such place. Without an ID token it
 * asks people whether they want to. Throws `ProviderError`.
 */
export async function oidcSignOutUrl(ctx: Ctx, provider: Provider, idToken: string | null): Promise<string | null> {
  const config = await configurationOf(ctx, provider)
  if (!config.serverMetadata().end_session_endpoint) return null
  const parameters = {
    ...(idToken !== null && { id_token_hint: idToken }),
    post_logout_redirect_uri: `${ctx.config.publicUrl}/`,
  }
  return oidc.buildEndSessionUrl(config, parameters).href
}

/** Of the same code as another issuer, but no fault of the address. */
const OTHER_PERSON = 'OAUTH_OTHER_PERSON'

const CODES: Record<string, string> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: '它自己写的签发者（issuer）和填写的地址不一样',
  OAUTH_RESPONSE_IS_NOT_JSON: '回答的不是 JSON：这个地址不是 OpenID Connect 的签发者',
  OAUTH_PARSE_ERROR: '回答的不是 JSON：这个地址不是 OpenID Connect 的签发者',
  OAUTH_RESPONSE_IS_NOT_CONFORM: '的回答不合规范',
  OAUTH_INVALID_RESPONSE: '的回答不合规范，或者不是给这次登录的',
  [OTHER_PERSON]: '说的是另一个人：ID token 和用户信息里的 sub 不一样',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: '的 ID token 不是给本站或这次登录的',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: '的 ID token 时间不对：请核对两边服务器的时间',
  OAUTH_KEY_SELECTION_FAILED: '的 ID token 不是用它公布的密钥签的',
  OAUTH_UNSUPPORTED_OPERATION: '的 ID token 不是用公钥签的，或者加了密：请校方改用 RS256，不加密',
  OAUTH_RESPONSE_BODY_ERROR: '拒绝了',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: '没有让人登录',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: '不认本站的客户端编号、客户端密钥或访问令牌',
}

/** Codes of answers that came as the protocol wants them, and say no. */
const REFUSALS = new Set([
  OTHER_PERSON,
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
])

/** The library's errors as ours, in words for administrators. */
async function withReasons<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    const causes = causesOf(error)
    const own = causes.find((cause) => cause instanceof ProviderError)
    if (own) throw own
    const said = (name: string) => causes.map((cause) => Reflect.get(cause, name))
    const found = causes.map((cause) => cause.code ?? '').find((one) => one.startsWith('OAUTH_')) ?? ''
    const code = said('attribute').includes('sub') ? OTHER_PERSON : found
    const status = said('status').find((one) => typeof one === 'number')
    const word = said('error').find((one) => typeof one === 'string')
    const details = [word?.slice(0, 100), status && `HTTP ${status}`].filter(Boolean).join('，')
    const reason = `校方的服务${CODES[code] ?? '的回答不合规范'}${details && `（${details}）`}`
    throw new ProviderError(!REFUSALS.has(code), reason, error)
  }
}
