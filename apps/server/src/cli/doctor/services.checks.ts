/** Whether what the site uses answers, its version, and whether its clock goes as ours. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { createConnection } from 'mysql2/promise'
import { checkOffered } from '#modules/campus/provider-check.service.ts'
import { smtpServer } from '#modules/mail/outbox.service.ts'
import type { Config } from '#platform/config.ts'
import { checkSmtp, SmtpError } from '#platform/smtp.ts'
import { s3Storage } from '#platform/storage/s3.ts'
import { checkCertificate, placeOf, RENEW_THERE, timeLeft } from './certificates.checks.ts'
import { ANSWER_MS, broken, type Finding, inTime, ok, reasonOf, remark } from './finding.ts'
import { isLoopback } from './settings.checks.ts'

const hostOf = (url: string) => new URL(url).host

/** `MM:SS` would hide a zone that is an hour off, so seconds are named. */
export const SKEW_MS = 5000
/** An object storage refuses signatures that are a quarter of an hour old. */
const REFUSED_SKEW_MS = 10 * 60_000

/**
 * `theirs` was said between `before` and `after`, in milliseconds of our clock. `precisionMs` is how far they round
 * down.
 */
export function clockFinding(
  about: string,
  theirs: number,
  {
    before,
    after,
    precisionMs = 0,
    refuses = false,
  }: { before: number; after: number; precisionMs?: number; refuses?: boolean },
): Finding {
  const ahead = theirs - after
  const behind = before - (theirs + precisionMs)
  const off = Math.max(ahead, behind, 0)
  if (off <= SKEW_MS) return ok('时钟', `和${about}的一致`)
  const text = `${about}的时钟比这台机器${ahead > 0 ? '快' : '慢'} ${Math.round(off / 1000)} 秒`
  const advice = '在两台机器上用 timedatectl 看是哪一台不准，打开 systemd-timesyncd 或 chrony'
  return refuses && off > REFUSED_SKEW_MS
    ? broken('时钟', `${text}：它会拒绝这台机器的请求`, advice)
    : remark('时钟', text, advice)
}

/** Whether a time server keeps this machine's clock right; nothing where systemd does not run. */
export async function checkOwnClock(): Promise<Finding[]> {
  const asked = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: ANSWER_MS,
  })
  const said = await asked.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  if (said === 'yes') return [ok('时钟', '和时间服务器对好了')]
  if (said !== 'no') return []
  return [
    remark('时钟', '没有和时间服务器对好', 'timedatectl set-ntp true；没有 systemd-timesyncd 就装一个，或装 chrony'),
  ]
}

/** MariaDB and MySQL write more behind the numbers. */
function isAtLeast(version: string, major: number, minor: number): boolean {
  const [, first = 0, second = 0] = /^(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
  return first === major ? second >= minor : first > major
}

/** `reason` as `reasonOf` says it. */
function adviceOn(setting: string, reason: string): string {
  if (/用户或密码/.test(reason)) return `改 ${setting} 里的用户和密码，特殊字符要百分号编码`
  if (/这个数据库/.test(reason)) return '先建库、授权，见 docs/operations.md 的「用 MySQL」'
  return `看它在不在运行，${setting} 写对没有`
}

/** Of MySQL; the file of SQLite is looked at when it is opened. */
export async function checkMysql(url: string): Promise<{ reached: boolean; findings: Finding[] }> {
  const about = '数据库'
  const before = Date.now()
  try {
    const row = await inTime(async (signal) => {
      const connection = await createConnection({ uri: url, connectTimeout: ANSWER_MS })
      signal.addEventListener('abort', () => connection.destroy())
      try {
        const sql = 'select version() as version, unix_timestamp(now(3)) * 1000 as now'
        const [rows] = await connection.query({ sql, timeout: ANSWER_MS })
        return (rows as { version: string; now: string }[])[0]
      } finally {
        connection.destroy()
      }
    })
    const version = row?.version ?? ''
    const isMaria = /mariadb/i.test(version)
    const supported = isMaria ? isAtLeast(version, 10, 11) : isAtLeast(version, 8, 0)
    const clock = clockFinding('数据库', Number(row?.now), { before, after: Date.now(), precisionMs: 1 })
    const name = `${isMaria ? 'MariaDB' : 'MySQL'} ${version}`
    const state = supported
      ? ok(about, `${hostOf(url)} 有回答，${name}`)
      : remark(about, `${name} 太旧，没有测试过`, '升级到 MariaDB 10.11 以上或 MySQL 8')
    return { reached: true, findings: [state, clock] }
  } catch (error) {
    const reason = reasonOf(error)
    const advice = adviceOn('DATABASE_URL', reason)
    return { reached: false, findings: [broken(about, `连不上 ${hostOf(url)}：${reason}`, advice)] }
  }
}

export async function checkRedis(url: string): Promise<Finding[]> {
  const about = 'Redis'
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    connectTimeout: ANSWER_MS,
  })
  // What `connect` rejects with says only that the connection is closed.
  let cause: unknown
  client.on('error', (error) => {
    cause ??= error
  })
  const before = Date.now()
  try {
    const { seconds, micros, info } = await inTime(async () => {
      await client.connect()
      const [seconds, micros] = await client.time()
      // Some providers forbid it.
      return { seconds, micros, info: await client.info('server').catch(() => '') }
    })
    const version = /redis_version:(\S+)/.exec(info)?.[1]
    const now = Number(seconds) * 1000 + Number(micros) / 1000
    return [
      ok(about, `${hostOf(url)} 有回答${version ? `，${version}` : ''}`),
      clockFinding(about, now, { before, after: Date.now() }),
    ]
  } catch (error) {
    const reason = reasonOf(cause ?? error)
    const advice = `${adviceOn('REDIS_URL', reason)}；这期间限速各进程自己计数，页面不缓存`
    return [broken(about, `连不上 ${hostOf(url)}：${reason}`, advice)]
  } finally {
    client.disconnect()
  }
}

/** `canList` is false where it answers and pictures cannot be looked through. */
export async function checkS3(s3: NonNullable<Config['s3']>): Promise<{ canList: boolean; findings: Finding[] }> {
  const about = '对象存储'
  const endpoint = s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`
  const name = `${hostOf(endpoint)} 的 ${s3.bucket}`
  const findings: Finding[] = []
  const storage = await s3Storage(s3)
  let canList = true
  try {
    await inTime((signal) => storage.check(signal))
    try {
      await inTime(() => storage.list('00'))
      findings.push(ok(about, `${name} 有回答，能列出文件`))
    } catch (error) {
      canList = false
      const reason = reasonOf(error)
      findings.push(
        /访问密钥|没有回答|时钟/.test(reason)
          ? broken(about, `${name}：${reason}`, '看 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY')
          : remark(
              about,
              `${name} 有回答，不让列出文件（${reason}）：不能查图片齐不齐`,
              '给这个密钥 ListBucket 的权限',
            ),
      )
    }
    findings.push(await storageClock(about, endpoint))
  } catch (error) {
    canList = false
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    const reason = status === 404 ? '没有这个存储桶' : reasonOf(error)
    findings.push(broken(about, `用不了 ${name}：${reason}`, '看它在不在运行，S3_* 写对没有；这期间不能上传图片'))
  } finally {
    storage.close()
  }
  return { canList, findings }
}

/** Any answer has a `Date`, whole seconds. */
async function storageClock(about: string, endpoint: string): Promise<Finding> {
  const before = Date.now()
  const date = await inTime(async (signal) =>
    (await fetch(endpoint, { method: 'HEAD', signal })).headers.get('date'),
  ).catch(() => null)
  if (!date || Number.isNaN(Date.parse(date))) return ok('时钟', `${about}不说它的时间`)
  return clockFinding(about, Date.parse(date), { before, after: Date.now(), precisionMs: 1000, refuses: true })
}

/** By the settings of the back office; nothing where none is set. Signs in as the site does, and sends nothing. */
export async function checkMail(
  source: Parameters<typeof smtpServer>[0],
  deadlines = { connect: ANSWER_MS, greeting: ANSWER_MS, answer: ANSWER_MS, all: 2 * ANSWER_MS },
): Promise<Finding[]> {
  const { mail_host: host, mail_port: port, mail_from: from } = source.settings.current
  if (host === '') return []
  const about = '邮件'
  if (from === '') return [remark(about, '还没有填写发件人，不发邮件', '在「网站设置」的邮件一组里填写')]
  try {
    const server = await smtpServer(source)
    const endsAt = await checkSmtp(server, deadlines)
    const where = `发信服务器（${host}:${port}）`
    const said = `${where}有回答${server.login ? '，登录成功' : '，不用登录'}`
    if (endsAt === null)
      return [remark(about, `${said}，没有加密：密码和邮件在网络上是明文`, '在「网站设置」里改用 TLS 或 STARTTLS')]
    return [ok(about, said), timeLeft(where, { endsAt }, Date.now(), RENEW_THERE)]
  } catch (error) {
    const { reason, advice, isTemporary } =
      error instanceof SmtpError
        ? error
        : { reason: reasonOf(error), advice: '看「网站设置」里的邮件一组', isTemporary: false }
    const then = isTemporary ? '' : '改好以后再发一封测试邮件；'
    return [broken(about, reason, `${advice}。${then}这期间别的照常，邮件等着`)]
  }
}

/** Each school's service that people can choose, with its certificate. Without it the rest works. */
export async function checkCampus(site: Parameters<typeof checkOffered>[0]): Promise<Finding[]> {
  const about = '校园登录'
  const found: Finding[] = []
  for (const { name, address, result } of await checkOffered(site)) {
    const wrong = result.findings.filter(({ ok: isGood }) => !isGood).map(({ text }) => text)
    const advice = '见后台「校园登录」里它的检查；这期间别的登录照常'
    found.push(result.ok ? ok(about, `「${name}」可以用`) : remark(about, `「${name}」：${wrong.join('；')}`, advice))
    if (!address.startsWith('https:')) continue
    const renew = '请校方续证书；这期间用校园账号登录不了，别的照常'
    const certificate = await checkCertificate({ name: `校园登录「${name}」`, ...placeOf(address), renew })
    found.push(certificate.level === 'broken' ? { ...certificate, level: 'remark' } : certificate)
  }
  return found
}

/**
 * Without a token the figures are for this machine only. Behind a proxy that adds no header every visitor looks like
 * it: nginx with `proxy_pass` alone, from 1.29.7 on.
 */
export async function checkMetrics({
  publicUrl,
  metricsToken,
  demo,
}: Pick<Config, 'publicUrl' | 'metricsToken' | 'demo'>): Promise<Finding[]> {
  if (!publicUrl || metricsToken || demo || isLoopback(new URL(publicUrl).hostname)) return []
  const url = new URL('/metrics', publicUrl)
  const say = (text: string) =>
    remark('设置', `没有写 METRICS_TOKEN，${text}`, '写上 openssl rand -hex 24 的输出，重启；Prometheus 读的时候带上它')
  try {
    const isOpen = await inTime(async (signal) => {
      const response = await fetch(url, { signal, redirect: 'manual' })
      return response.ok && /^shiliu_/m.test(await response.text())
    })
    return isOpen ? [say(`谁都能从 ${url} 读到网站的数字：反向代理没有加 X-Forwarded-For 这类请求头`)] : []
  } catch (error) {
    return [say(`不知道谁能从 ${url} 读到网站的数字（${reasonOf(error)}）：反向代理要加 X-Forwarded-For 这类请求头`)]
  }
}

/** The server on this machine, if one runs. */
export async function checkServer({ host, port }: Config): Promise<Finding[]> {
  const about = '服务器'
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const url = `http://${address}:${port}/api/health/ready`
  try {
    const { status, answer } = await inTime(async (signal) => {
      const response = await fetch(url, { signal })
      return { status: response.status, answer: (await response.json().catch(() => null)) as Ready | null }
    })
    if (!answer) return [remark(about, `${address}:${port} 上有程序，不像小石榴`, '看 PORT 是不是被别的程序占了')]
    const problems = (answer.data?.parts ?? []).flatMap(({ problem }) => problem ?? [])
    if (status !== 200)
      return [broken(about, `在运行，不能服务：${answer.message}`, '见 docs/operations.md 的「出问题时」')]
    if (answer.data?.ok) return [ok(about, `在 ${address}:${port} 上运行，一切就绪`)]
    return [remark(about, `在运行，说：${problems.join('；')}`, '见 docs/operations.md 的「出问题时」')]
  } catch (error) {
    const reason = reasonOf(error)
    if (/没有程序在听/.test(reason)) return [ok(about, `这台机器上没有在运行（${address}:${port}）`)]
    return [broken(about, `${address}:${port}：${reason}`, '进程挂起了：systemctl restart shiliu，再看日志最后几行')]
  }
}

type Ready = { message: string; data: { ok: boolean; parts: { problem: string | null }[] } | null }
