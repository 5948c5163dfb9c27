/** What `cli doctor` says of one thing, and how it waits for answers. */

/** `remark` is for whoever runs the site to know; `broken` is what somebody notices or will. */
export type Level = 'ok' | 'remark' | 'broken'

/** `advice` says what to do. */
export type Finding = { level: Level; about: string; text: string; advice?: string }

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text })
export const remark = (about: string, text: string, advice: string): Finding => ({
  level: 'remark',
  about,
  text,
  advice,
})
export const broken = (about: string, text: string, advice: string): Finding => ({
  level: 'broken',
  about,
  text,
  advice,
})

/** Of one answer of another machine. */
export const ANSWER_MS = 5000

/** What hangs: it was connected to, perhaps, and says nothing. */
class SilenceError extends Error {}

/** Rejects with `SilenceError` after `ms`; `signal` then ends the work, which nobody waits for any more. */
export async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, ms = ANSWER_MS): Promise<T> {
  const given = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SilenceError())
      given.abort()
    }, ms)
  })
  return Promise.race([work(given.signal), late]).finally(() => clearTimeout(timer))
}

const WORDS: [RegExp, string][] = [
  [/ECONNREFUSED/, '那里没有程序在听'],
  [/ENOTFOUND|EAI_AGAIN/, '主机名解析不了'],
  [/EHOSTUNREACH|ENETUNREACH/, '网络不通'],
  [/ETIMEDOUT|TimeoutError|does not answer|Command timed out|connect timed out/i, '没有回答'],
  [/ECONNRESET|EPIPE|socket hang up|PROTOCOL_CONNECTION_LOST|Connection is closed/i, '连接被断开'],
  [/\b(?:1045|1698)\b|ER_ACCESS_DENIED|WRONGPASS|NOAUTH|invalid password/, '用户或密码不对'],
  [/\b1044\b|ER_DBACCESS_DENIED/, '这个用户没有权限用这个数据库'],
  [/\b1049\b|ER_BAD_DB/, '没有这个数据库'],
  [/\b1130\b|ER_HOST_NOT_PRIV/, '它不接受来自这台机器的连接'],
  [/NoSuchBucket/, '没有这个存储桶'],
  [/InvalidAccessKeyId|SignatureDoesNotMatch/, '访问密钥不对'],
  [/RequestTimeTooSkewed/, '这台机器的时钟差得太多'],
  [/AccessDenied|Forbidden/, '没有权限'],
  [/CERT_HAS_EXPIRED/, '证书过期了'],
  [/SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/, '证书不是受信任的机构发的'],
  [/ALTNAME_INVALID/, '证书不是这个域名的'],
  [/wrong version number|ssl3_get_record|packet length too long/i, '那里说的不是 TLS'],
]

/** Why something could not be reached, in words; never an address with its password. */
export function reasonOf(error: unknown): string {
  if (error instanceof SilenceError) return `${ANSWER_MS / 1000} 秒没有回答`
  const parts: unknown[] = []
  for (let at = error as Record<string, unknown> | undefined, depth = 0; at && depth < 4; depth++) {
    parts.push(at.code, at.errno, at.name, at.Code, at.message)
    for (const one of Array.isArray(at.errors) ? at.errors.slice(0, 3) : []) parts.push(one?.code)
    at = (at.cause ?? undefined) as Record<string, unknown> | undefined
  }
  const said = parts.filter(Boolean).join(' ')
  const known = WORDS.find(([pattern]) => pattern.test(said))
  const detail = error instanceof Error ? error.message : String(error)
  return known ? known[1] : detail.replace(/\/\/[^@/\s]*@/g, '//').slice(0, 200)
}

/** `1 天`, `3 小时`, `20 分钟`. */
export function lengthOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} 小时` : `${Math.round(hours / 24)} 天`
}
