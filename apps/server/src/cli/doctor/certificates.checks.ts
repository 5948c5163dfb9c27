/** Days that certificates have left, of whatever the site or its visitors reach over TLS. */
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { Config } from '#platform/config.ts'
import { broken, type Finding, inTime, lengthOf, ok, reasonOf, remark } from './finding.ts'

const ABOUT = '证书'
const DAY_MS = 86_400_000
const SOON_MS = 14 * DAY_MS

type Certified = {
  /** For the words. */
  name: string
  host: string
  port: number
  /** Reached by visitors, perhaps not from this machine. */
  outside?: boolean
  /** What to do before it ends. */
  renew?: string
}

/** Everything of the settings that begins with https. */
export function certifiedAddresses({
  publicUrl,
  s3,
  backupS3,
}: Pick<Config, 'publicUrl' | 's3' | 'backupS3'>): Certified[] {
  const found: Certified[] = []
  const add = (name: string, url: string | undefined, outside: boolean) => {
    if (!url?.startsWith('https:')) return
    const one = { name, ...placeOf(url), outside }
    if (!found.some((other) => other.host === one.host && other.port === one.port)) found.push(one)
  }
  add('站点', publicUrl, true)
  add('对象存储', s3 && (s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`), false)
  add('图片', s3?.publicUrl, true)
  add('备份的存储', backupS3?.endpoint, false)
  return found
}

/** Where an address is reached. */
export function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) }
}

/**
 * Times in epoch milliseconds. One that is made for a short time, `beganAt`, is renewed when two thirds of it are over.
 */
export function timeLeft(
  where: string,
  { beganAt, endsAt }: { beganAt?: number; endsAt: number },
  now: number,
  renew: string,
): Finding {
  const left = endsAt - now
  const soon = beganAt === undefined ? SOON_MS : Math.min(SOON_MS, (endsAt - beganAt) / 4)
  if (left < 0) return broken(ABOUT, `${where}的过期 ${lengthOf(-left)}了`, renew)
  return left < soon
    ? remark(ABOUT, `${where}的还有 ${lengthOf(left)}过期`, renew)
    : ok(ABOUT, `${where}的还有 ${lengthOf(left)}`)
}

const RENEW_OUR_OWN = '续证书：certbot renew，或看 Caddy 的日志'
export const RENEW_THERE = '在那台机器上续证书'

/** Connects, and sends nothing. `ca` is trusted instead of the authorities that Node knows. */
export async function checkCertificate(
  { name, host, port, outside = false, renew = outside ? RENEW_OUR_OWN : RENEW_THERE }: Certified,
  { ca, now = Date.now() }: { ca?: string; now?: number } = {},
): Promise<Finding> {
  const where = `${name}（${host}:${port}）`
  let socket: TLSSocket | undefined
  try {
    const { certificate, problem } = await inTime(async () => {
      // What is wrong with it is said, not thrown.
      socket = connect({
        host,
        port,
        rejectUnauthorized: false,
        ...(ca && { ca }),
        ...(isIP(host) === 0 && { servername: host }),
      })
      await once(socket, 'secureConnect')
      return { certificate: socket.getPeerCertificate(), problem: socket.authorizationError }
    })
    const [beganAt, endsAt] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)]
    const left = timeLeft(where, { beganAt, endsAt }, now, renew)
    if (left.level === 'broken') return left
    if (problem)
      return broken(ABOUT, `${where}的不被信任：${reasonOf({ code: String(problem), message: problem })}`, renew)
    return left
  } catch (error) {
    const advice = outside
      ? '看反向代理在不在运行；在就从外面用浏览器打开一次，内网里连不上自己的公网地址是常有的'
      : '看它在不在运行'
    return remark(ABOUT, `${where}没有看到：${reasonOf(error)}`, advice)
  } finally {
    socket?.destroy()
  }
}
