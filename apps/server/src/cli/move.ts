/** `move`: the site's rows from SQLite to MySQL or back, while it is read-only. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import type { Ctx } from '#deps.ts'
import { closeForMove, modeBeforeMove, openAsBefore, type SiteMode } from '#modules/admin/site-mode.service.ts'
import { NoAnswerError } from '#platform/breaker.ts'
import { type Config, ConfigError, type DatabaseConfig } from '#platform/config.ts'
import { databaseBytes } from '#platform/db/copying/connection.ts'
import { CopyError, type TableSum } from '#platform/db/copying/portable.ts'
import { openSnapshot, type Snapshot } from '#platform/db/copying/snapshot.ts'
import { copyInto } from '#platform/db/copying/target.ts'
import { isServed } from '#platform/db/single-instance-lock.ts'
import { freeSpace } from '#platform/storage/disks.ts'
import { openResources } from '#resources.ts'
import { type RegisterCommands, UserError } from './command-context.ts'

/** Servers read the settings each second, and finish what they have begun. */
const SETTLE_MS = 5000

export const moveCommand: RegisterCommands = (program, context) => {
  program
    .command('move')
    .usage('--to mysql://用户:密码@主机/库名|sqlite --yes [选项]')
    .description('把数据库从 SQLite 搬到 MySQL 或搬回来；搬的时候网站只读，原来的数据不动')
    .requiredOption('-t, --to <哪里>', 'mysql://… 或 sqlite（DATA_DIR/shiliu.db）；没有的会新建，有数据的会拒绝')
    .option('-y, --yes', '确认')
    .action(async ({ to, yes }: { to: string; yes?: boolean }) => {
      const config = context.config()
      const target = targetOf(to, config)
      const { database: source } = config
      // Opening it would make one.
      if (source.engine === 'sqlite' && !existsSync(source.file)) throw new UserError(`没有找到数据库：${source.file}`)
      const names = `${nameOf(source)} → ${nameOf(target)}`
      if (!yes) throw new UserError(`这会让网站只读，把所有数据复制到另一个数据库：${names}。确认请加上 --yes`)
      const bar = context.progress('复制和核对')
      const { sums, closed } = await context
        .withApp((ctx) => stoppable((signal) => move(ctx, target, { progress: bar.update, signal })))
        .catch((error: unknown) => {
          throw inWords(error)
        })
        .finally(() => bar.stop())
      context.print(`已复制 ${names}，每个表都从目标读回来核对过：`)
      for (const [name, { rows, checksum }] of Object.entries(sums)) {
        context.print(`${name.padEnd(24)} ${String(rows).padStart(10)} 行  ${checksum.slice(0, 16)}`)
      }
      for (const line of nextSteps(target, closed)) context.print(line)
    })
}

/** Throws `UserError` for what is no other database. */
function targetOf(to: string, { database, dataDir }: Config): DatabaseConfig {
  if (to === 'sqlite') {
    if (database.engine === 'sqlite') throw new UserError('现在用的就是 SQLite：没有设置 DATABASE_URL')
    return { engine: 'sqlite', file: join(dataDir, 'shiliu.db') }
  }
  const isAddress = /^mysql:\/\/.+/.test(to) && URL.canParse(to)
  if (!isAddress || !/^\/[^/]+$/.test(new URL(to).pathname)) {
    throw new UserError('--to 只能是 sqlite 或者 mysql://用户:密码@主机:3306/库名（密码里的特殊字符要百分号编码）')
  }
  if (database.engine === 'mysql' && nameOf(database) === nameOf({ engine: 'mysql', url: to })) {
    throw new UserError(`来源和目标是同一个数据库：${nameOf(database)}`)
  }
  return { engine: 'mysql', url: to }
}

/** Without user and password. */
function nameOf(database: DatabaseConfig): string {
  if (database.engine === 'sqlite') return database.file
  const { hostname, port, pathname } = new URL(database.url)
  return `mysql://${hostname}:${port || 3306}${decodeURIComponent(pathname)}`
}

/** What Ctrl+C or a supervisor interrupts puts things back before it ends. */
async function stoppable<R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const stop = new AbortController()
  const onSignal = () => stop.abort(new UserError('已中断：网站恢复了原来的状态，数据没有动。再运行一次会从头复制'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal)
  }
}

type Options = { progress: (done: number, total: number) => void; signal: AbortSignal }
type Moved = { sums: Record<string, TableSum>; closed: boolean }

async function move(ctx: Ctx, target: DatabaseConfig, options: Options): Promise<Moved> {
  const { database: source } = ctx.config
  if (target.engine === 'sqlite') await requireRoom(source, target.file)
  const closed = await isServed(ctx.db, ctx.config)
  const before = await modeBeforeMove(ctx)
  if (closed) await closeForMove(ctx)
  try {
    if (closed) await wait(SETTLE_MS, undefined, { signal: options.signal })
    const copy = (to: DatabaseConfig) => copyFrom(source, to, options)
    const sums = await (target.engine === 'sqlite' ? intoNewFile(target.file, copy) : copy(target))
    await openTarget(ctx.config, target, before)
    return { sums, closed }
  } catch (error) {
    if (closed) await openAsBefore(ctx, before)
    throw options.signal.aborted ? options.signal.reason : error
  }
}

async function copyFrom(source: DatabaseConfig, to: DatabaseConfig, options: Options) {
  const snapshot: Snapshot = await openSnapshot(source)
  try {
    return await copyInto(snapshot, to, options)
  } finally {
    await snapshot.close()
  }
}

/** The file appears when it is whole. One without rows, as an earlier attempt to start has left, is replaced. */
async function intoNewFile<R>(file: string, copy: (to: DatabaseConfig) => Promise<R>): Promise<R> {
  if (existsSync(file)) await requireEmpty(file)
  const partial = `${file}.moving`
  removeFile(partial)
  try {
    const result = await copy({ engine: 'sqlite', file: partial })
    removeFile(file)
    renameSync(partial, file)
    return result
  } finally {
    removeFile(partial)
  }
}

async function requireEmpty(file: string): Promise<void> {
  const snapshot = await openSnapshot({ engine: 'sqlite', file })
  const filled = snapshot.tables.filter(({ name, rows }) => rows > 0 && name !== 'marks').map(({ name }) => name)
  await snapshot.close()
  if (filled.length === 0) return
  const tables = filled.slice(0, 5).join('、')
  throw new UserError(
    `${file} 里已经有数据（${tables}），不会覆盖它。以前搬走时留下的先改名，例如 mv ${file} ${file}.old`,
  )
}

function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** SQLite's indexes take about as much as MySQL's; the WAL comes on top. */
const ROOM = 1.5

async function requireRoom(source: DatabaseConfig, file: string): Promise<void> {
  const { bytes } = await freeSpace(dirname(file))
  const lacking = lackOfRoom(file, bytes, ROOM * (await databaseBytes(source)))
  if (lacking) throw new UserError(lacking)
}

/** In bytes; null where there is enough. */
export function lackOfRoom(file: string, free: number, needed: number): string | null {
  const megabytes = (n: number) => `${Math.ceil(n / 1024 / 1024)} MB`
  return free < needed ? `${file} 所在的磁盘只剩 ${megabytes(free)}，大约需要 ${megabytes(needed)}` : null
}

/** The copy was made of a site that may be read-only. */
async function openTarget(config: Config, target: DatabaseConfig, mode: SiteMode): Promise<void> {
  const own = { ...config, database: target, redisUrl: undefined }
  const resources = await openResources(own, { log: pino({ level: 'silent' }) })
  await openAsBefore(resources.ctx, mode).finally(() => resources.close())
}

function nextSteps(target: DatabaseConfig, closed: boolean): string[] {
  const setting =
    target.engine === 'mysql'
      ? '在 .env 里把 DATABASE_URL 设成命令里的 mysql:// 地址'
      : '在 .env 里去掉 DATABASE_URL 和 REDIS_URL（SQLite 只能有一个进程），JWT_SECRET 留着'
  return [
    '',
    '接下来：',
    closed
      ? `1. 现在就${setting}，再重启服务器。原来的数据库留在只读，之后的改动不会再复制`
      : `1. ${setting}，再启动服务器`,
    '2. 打开网站看一看。搜索索引由服务器在启动后自己重写，大的网站要几分钟，日志里会写 search index rebuilt',
    '3. 原来的数据库没有删除，确认正常以后再自己处理',
    ...(closed ? ['不想切换了：在后台「网站设置」里把网站状态改回来'] : []),
    ...(target.engine === 'mysql'
      ? ['几台服务器一起服务，见 docs/operations.md 的「多个进程」；JWT_SECRET 写成 DATA_DIR/jwt-secret 里的内容']
      : []),
  ]
}

/** Whatever stops a move, in words for whoever began it. */
function inWords(error: unknown): unknown {
  if (error instanceof CopyError)
    return new UserError(`${error.message}。原来的数据没有动，修好以后再运行一次会从头复制`)
  if (error instanceof NoAnswerError)
    return new UserError('数据库没有回答。原来的数据没有动，修好以后再运行一次会从头复制')
  if (error instanceof ConfigError && error.message.startsWith('DATABASE_URL: ')) {
    return new UserError(`连接不上数据库，请检查 --to 和 DATABASE_URL：${error.message.slice('DATABASE_URL: '.length)}`)
  }
  const { code = '' } = error as { code?: string }
  if (/^(ENOSPC|SQLITE_FULL)/.test(code)) return new UserError('磁盘满了。原来的数据没有动，腾出空间后再运行一次')
  if (/^(E\w+|SQLITE_IOERR\w*)$/.test(code))
    return new UserError(`写不进磁盘（${code}）。原来的数据没有动，修好以后再运行一次`)
  return error
}
