/** `move`: the site's rows from SQLite to MySQL or back, while it is read-only. */
import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import type { Ctx } from '#deps.ts'
import { closeForMove, endMove, modeBeforeMove, type SiteMode } from '#modules/admin/site-mode.service.ts'
import type { Config, DatabaseConfig } from '#platform/config.ts'
import { databaseBytes } from '#platform/db/copying/connection.ts'
import type { TableSum } from '#platform/db/copying/portable.ts'
import { openSnapshot, type Snapshot } from '#platform/db/copying/snapshot.ts'
import { type CopyOptions, copyInto, endCopy } from '#platform/db/copying/target.ts'
import { isServed } from '#platform/db/single-instance-lock.ts'
import { removeWithSidecars, unfinishedMove } from '#platform/db/sqlite-files.ts'
import { freeSpace } from '#platform/storage/disks.ts'
import { openResources } from '#resources.ts'
import { type RegisterCommands, UserError } from './command-context.ts'
import { moveFailure, reopenAfter, stoppable, toUserError } from './failures.ts'
import { lockNewSite } from './new-site.ts'

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
          throw moveFailure(error, toUserError, STATES)
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

const STATES = {
  asBefore: '原来的数据没有动，网站是原来的状态；再运行一次会从头复制',
  readOnly: '原来的数据没有动，但是网站还停在只读：数据库恢复以后再运行一次，或者在后台「网站设置」里把网站状态改回来',
}

type Options = { progress: (done: number, total: number) => void; signal: AbortSignal }
type Moved = { sums: Record<string, TableSum>; closed: boolean }

/** One at a time into a target: another that fails would open the site again. */
async function move(ctx: Ctx, target: DatabaseConfig, options: Options): Promise<Moved> {
  const lock = await lockNewSite({ database: target, singleNode: false })
  try {
    return await moveInto(target, ctx, options)
  } finally {
    await lock.release()
  }
}

async function moveInto(target: DatabaseConfig, ctx: Ctx, options: Options): Promise<Moved> {
  const { database: source } = ctx.config
  if (target.engine === 'sqlite') await requireRoom(source, target.file)
  const closed = await isServed(ctx.db, ctx.config)
  const before = await modeBeforeMove(ctx)
  try {
    if (closed) {
      await closeForMove(ctx)
      await wait(SETTLE_MS, undefined, { signal: options.signal })
    }
    // Until its end the copy is refused by servers, and the next run begins it anew.
    const copy = async (to: DatabaseConfig) => {
      const copied = await copyFrom(source, to, { ...options, keepsMark: true })
      await openCopy(ctx.config, to, before)
      await endCopy(to)
      return copied
    }
    const sums = await (target.engine === 'sqlite' ? intoNewFile(target.file, copy) : copy(target))
    return { sums, closed }
  } catch (error) {
    return reopenAfter(error, options.signal, async () => {
      if (closed) await endMove(ctx, before)
    })
  }
}

async function copyFrom(source: DatabaseConfig, to: DatabaseConfig, options: CopyOptions) {
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
  const partial = unfinishedMove(file)
  removeWithSidecars(partial)
  try {
    const result = await copy({ engine: 'sqlite', file: partial })
    removeWithSidecars(file)
    renameSync(partial, file)
    return result
  } finally {
    removeWithSidecars(partial)
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
async function openCopy(config: Config, copy: DatabaseConfig, mode: SiteMode): Promise<void> {
  const own = { ...config, database: copy, redisUrl: undefined }
  const resources = await openResources(own, { log: pino({ level: 'silent' }), unfinished: true })
  await endMove(resources.ctx, mode).finally(() => resources.close())
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
