/** Settings that contradict each other, are weak, or are missing. */
import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import { broken, type Finding, ok, remark } from './finding.ts'

const ABOUT = '设置'

export async function checkSettings(config: Config): Promise<Finding[]> {
  const found = [...contradictions(config), ...proxyFindings(config), ...secretFindings(config)]
  found.push(...(await secretFileFindings(config)))
  return found.length > 0 ? found : [ok(ABOUT, '没有互相矛盾的，密钥都不短也不常见')]
}

function contradictions({
  given,
  database,
  redisUrl,
  singleNode,
  s3,
  publicUrl,
  corsOrigins,
  demo,
  warnings,
}: Config): Finding[] {
  const found: Finding[] = []
  const say = (text: string, advice: string) => found.push(remark(ABOUT, text, advice))
  const unusedS3 = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'].filter(
    (name) => !s3 && given.has(name),
  )
  if (unusedS3.length > 0)
    say(`写了 ${unusedS3.join('、')}，没有写 S3_BUCKET：图片存在磁盘上`, '要用对象存储就写 S3_BUCKET，不用就删掉这几项')
  if (redisUrl && database.engine === 'sqlite')
    say(
      '用 SQLite 又写了 REDIS_URL：SQLite 只能有一个进程，Redis 没有用处，断了还会影响缓存',
      '删掉 REDIS_URL，或改用 MySQL',
    )
  if (warnings.some((line) => line.startsWith('WORKERS')))
    say('用 SQLite 又写了 WORKERS：SQLite 只能有一个进程', '删掉 WORKERS，或改用 MySQL')
  if (singleNode && redisUrl)
    say('SINGLE_NODE=1 跳过了「听不听得到别的进程」的检查，而 REDIS_URL 说明有几个进程', '删掉 SINGLE_NODE')
  if (demo) say('DEMO=1：演示站，账号的密码是公开的', '正式的站点删掉 DEMO')
  if (corsOrigins.includes('*')) say('CORS_ORIGINS=*：任何网站上的网页都能调用接口', '只写需要的来源')
  if (!publicUrl) {
    if (!demo)
      say(
        '没有写 PUBLIC_URL：分享的链接按访问的地址写，也没有 HTTPS 的安全头',
        '写上用户访问的地址，如 https://shiliu.example.edu.cn',
      )
    return found
  }
  const { protocol, hostname, pathname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname))
    say('PUBLIC_URL 以 http 开头：密码在网络上是明文', '按 docs/operations.md 的「反向代理」装上证书，改成 https')
  if (pathname !== '/') say('PUBLIC_URL 带着路径：站点只能在域名的根上', '只写到域名，如 https://shiliu.example.edu.cn')
  if (s3 && protocol === 'https:' && s3.publicUrl.startsWith('http:'))
    say('站点是 https，S3_PUBLIC_URL 是 http：浏览器可能不显示图片', '给图片的地址也装上证书，S3_PUBLIC_URL 改成 https')
  return found
}

export const isLoopback = (host: string) => host === 'localhost' || host.startsWith('127.') || /^\[?::1\]?$/.test(host)

function proxyFindings({ publicUrl, trustProxy, host, demo }: Config): Finding[] {
  if (demo) return []
  if (publicUrl?.startsWith('https:') && !trustProxy)
    return [
      remark(
        ABOUT,
        'PUBLIC_URL 是 https，没有写 TRUST_PROXY：前面有反向代理时，所有人看起来都来自同一个地址，会一起被限速',
        '写上反向代理的地址，如 TRUST_PROXY=127.0.0.1',
      ),
    ]
  const onlyLocal = (trustProxy || 'none').split(',').every((part) => /^(?:127\.|::1|loopback)/.test(part.trim()))
  if (onlyLocal && !isLoopback(host))
    return [
      remark(
        ABOUT,
        `反向代理在本机（TRUST_PROXY=${trustProxy}），HOST=${host} 却对外开着：可以绕过它直接访问，没有 HTTPS`,
        '写 HOST=127.0.0.1，除非防火墙已经挡住这个端口',
      ),
    ]
  return []
}

/** What documents, images and tutorials write in a secret's place. */
const PLACEHOLDER =
  /change[-_ ]?(?:me|this|it)|your[-_ ]?(?:jwt|secret|password)|replace[-_ ]?(?:me|this)|example|请?换成|一个长密码/i
const COMMON = new Set([
  '',
  'password',
  'root',
  'admin',
  '123456',
  'shiliu',
  'shiliu123',
  'secret',
  'minioadmin',
  'redis',
])

function secretFindings(config: Config): Finding[] {
  const { warnings, jwtSecret, given, database, redisUrl, s3 } = config
  const found: Finding[] = []
  if (given.has('JWT_SECRET')) {
    const kinds = new Set(jwtSecret).size
    const renew = '换成 openssl rand -hex 32 的输出，所有进程写同一个；所有人要重新登录，两步验证要重新绑定'
    if (kinds <= 3 || PLACEHOLDER.test(jwtSecret))
      found.push(broken(ABOUT, 'JWT_SECRET 是谁都猜得到的：能冒充任何人，包括站长', renew))
    else if (kinds < 10) found.push(remark(ABOUT, 'JWT_SECRET 看起来不是随机的', renew))
  }
  if (warnings.some((line) => line.startsWith('METRICS_TOKEN')))
    found.push(remark(ABOUT, 'METRICS_TOKEN 太短，猜得到', '换成 openssl rand -hex 24 的输出'))
  const addresses: [string, string | undefined][] = [
    ['DATABASE_URL', database.engine === 'mysql' ? database.url : undefined],
    ['REDIS_URL', redisUrl],
  ]
  for (const [name, address] of addresses) {
    if (!address) continue
    const { hostname, username, password } = new URL(address)
    if (name === 'DATABASE_URL' && username === 'root')
      found.push(
        remark(
          ABOUT,
          'DATABASE_URL 用的是 root：它能动别的数据库',
          '建一个只用于这个库的用户，见 docs/operations.md 的「用 MySQL」',
        ),
      )
    // Within one machine, or between containers, an empty one is common.
    const isNear = isLoopback(hostname) || (isIP(hostname) === 0 && !hostname.includes('.'))
    if (COMMON.has(decodeURIComponent(password)) && !isNear)
      found.push(remark(ABOUT, `${name} 没有密码，或密码很常见，而 ${hostname} 在别的机器上`, '设一个长密码'))
  }
  if (s3 && (COMMON.has(s3.secretAccessKey) || PLACEHOLDER.test(s3.secretAccessKey)))
    found.push(remark(ABOUT, 'S3_SECRET_ACCESS_KEY 是很常见的默认值', '换一个，两边一起改'))
  return found
}

/** Whoever reads them can pass for anybody. */
async function secretFileFindings({ dataDir, given }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  const files = [...(given.has('JWT_SECRET') ? [] : [join(dataDir, 'jwt-secret')]), resolve('.env')]
  for (const file of files) {
    const info = await stat(file).catch(() => null)
    if (info && (info.mode & 0o077) !== 0 && process.platform !== 'win32')
      found.push(remark(ABOUT, `别的用户能读 ${file}，里面有密钥`, `chmod 600 ${file}`))
  }
  return found
}
