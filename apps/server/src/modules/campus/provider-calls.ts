/** Calls to the schools' services: with a deadline, a bound, and words for what goes wrong. */
import { AppError } from '#platform/errors.ts'

export const CALL_MS = 5000
const MAX_BYTES = 512 * 1024
const RETRY_SECONDS = 30

/** `away`: it does not answer as it should; else it answered, and says no. `reason` is for administrators. */
export class ProviderError extends Error {
  readonly away: boolean
  readonly reason: string

  constructor(away: boolean, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.away = away
    this.reason = reason
  }
}

type Init = {
  method?: string
  headers?: Record<string, string>
  body?: RequestInit['body']
  signal?: AbortSignal | undefined
}

/** As `fetch`, with the body read whole, and without following redirects. Throws `ProviderError`. */
export async function askProvider(url: string, { signal, ...init }: Init = {}): Promise<Response> {
  const late = AbortSignal.timeout(CALL_MS)
  const given = signal ? AbortSignal.any([signal, late]) : late
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: given })
    const body = await readBody(response)
    // A response that may have no body must be given none.
    return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers })
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(true, `${originOf(url)} ${connectionFault(error)}`, error)
  }
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new ProviderError(true, `${originOf(response.url)} 的回答太大了`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

const FAULTS: Record<string, string> = {
  ECONNREFUSED: '拒绝连接：端口对吗，服务在运行吗',
  ECONNRESET: '断开了连接',
  UND_ERR_SOCKET: '断开了连接',
  ENOTFOUND: '找不到：域名对吗，这台服务器能解析它吗',
  EAI_AGAIN: '找不到：这台服务器的域名解析不工作',
  EHOSTUNREACH: '连不上：这台服务器的网络到不了那里',
  ENETUNREACH: '连不上：这台服务器的网络到不了那里',
  CERT_HAS_EXPIRED: '的证书过期了',
  DEPTH_ZERO_SELF_SIGNED_CERT: '的证书是自签名的，服务器不信任它',
  SELF_SIGNED_CERT_IN_CHAIN: '的证书不是受信任的机构签发的',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '的证书缺少中间证书',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '的证书不是受信任的机构签发的',
  ERR_TLS_CERT_ALTNAME_INVALID: '的证书不是这个域名的',
}

function connectionFault(error: unknown): string {
  const known = causesOf(error)
  if (known.some(({ name }) => name === 'TimeoutError' || name === 'AbortError'))
    return `${CALL_MS / 1000} 秒内没有回应`
  const code = known.map((one) => one.code).find((one) => typeof one === 'string')
  return (code && FAULTS[code]) || `连不上（${code ?? known.at(-1)?.message ?? '原因不明'}）`
}

type Cause = { name?: string; code?: string; message?: string }

/** An error and what caused it. */
export function causesOf(error: unknown): Cause[] {
  const found: Cause[] = []
  for (let at = error; typeof at === 'object' && at !== null && found.length < 5; at = (at as Error).cause) {
    found.push(at)
    // Of several addresses of a name.
    const errors: unknown = Reflect.get(at, 'errors')
    if (Array.isArray(errors) && errors[0]) found.push(errors[0])
  }
  return found
}

/** What people are told: never what the provider said. */
export function refusalOf(error: unknown): AppError {
  const away = !(error instanceof ProviderError) || error.away
  return away ? new AppError('campus_unavailable', { retryAfter: RETRY_SECONDS }) : new AppError('campus_refused')
}
