/** OpenID Connect back-channel logout: a signed token, posted by the provider, says whose sign-in has ended. */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type * as oidc from 'openid-client'
import type { Ctx } from '#deps.ts'
import { configurationOf, keysAddress, SIGNATURES } from './oidc.ts'
import { askProvider, CALL_MS, ProviderError } from './provider-calls.ts'
import type { Provider } from './providers.service.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_LENGTH = 8000
/** Older tokens are refused, so that those that were used need not be known for longer. */
export const TOKEN_MAX_AGE_MS = 10 * 60_000
const TOLERANCE_SECONDS = 60

/** Of the library, for keys that did not come or are none. */
const KEYS_UNREADABLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT', 'ERR_JWK_INVALID'])

/** One of `sid` (one sign-in) and `sub` (all of a person) is there at least. */
export type LogoutToken = { jti: string; sid: string | null; sub: string | null }

/** By the provider's description, and as long: asked again for a key that is not known, twice a minute at most. */
const keySets = new WeakMap<oidc.Configuration, JWTVerifyGetKey>()

function keysOf(provider: Provider, config: oidc.Configuration): JWTVerifyGetKey {
  const address = new URL(keysAddress(provider, config.serverMetadata()))
  const fetchKeys = (url: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) =>
    askProvider(url, { headers: Object.fromEntries(headers), signal })
  const keys =
    keySets.get(config) ?? createRemoteJWKSet(address, { timeoutDuration: CALL_MS, [customFetch]: fetchKeys })
  keySets.set(config, keys)
  return keys
}

/** Checks signature, issuer, audience, times and what makes it a logout token. Throws `ProviderError`. */
export async function readLogoutToken(ctx: Ctx, provider: Provider, token: string): Promise<LogoutToken> {
  if (token.length > MAX_LENGTH) throw refusal('太长了')
  const config = await configurationOf(ctx, provider)
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(provider, config), {
      issuer: config.serverMetadata().issuer,
      audience: provider.client_id,
      algorithms: SIGNATURES,
      maxTokenAge: TOKEN_MAX_AGE_MS / 1000,
      clockTolerance: TOLERANCE_SECONDS,
    })
    // Providers from before the type had a name send none, or that of any token.
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
    if (type !== undefined && type !== 'logout+jwt' && type !== 'jwt') throw refusal('的类型（typ）不对')
    return claimsOf(payload)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (!(error instanceof errors.JOSEError) || KEYS_UNREADABLE.has(error.code))
      throw new ProviderError(true, '校方的公钥读不出来', error)
    throw refusal(reasonOf(error), error)
  }
}

function claimsOf({ jti, sid, sub, nonce, events }: JWTPayload): LogoutToken {
  const event: unknown = typeof events === 'object' && events !== null ? Reflect.get(events, EVENT) : undefined
  if (typeof event !== 'object' || event === null) throw refusal('没有说是退出（events）')
  // An ID token must not pass for one.
  if (nonce !== undefined) throw refusal('有 nonce，像是 ID token')
  if (typeof jti !== 'string' || jti === '') throw refusal('没有编号（jti）')
  const names = { sid: typeof sid === 'string' && sid ? sid : null, sub: typeof sub === 'string' && sub ? sub : null }
  if (!names.sid && !names.sub) throw refusal('没有说是谁（sid 或 sub）')
  return { jti, ...names }
}

const refusal = (what: string, cause?: unknown) => new ProviderError(false, `退出的令牌${what}`, cause)

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return '过期了，或者太早签发：请核对两边服务器的时间'
  if (error instanceof errors.JWTClaimValidationFailed) return `的 ${error.claim} 不对`
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed)
    return '不是用校方公布的密钥签的'
  if (error instanceof errors.JOSEAlgNotAllowed) return '的签名算法不能用'
  return '读不懂'
}
