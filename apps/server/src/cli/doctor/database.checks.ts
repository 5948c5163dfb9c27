/** What the rows of the database say: schema, references, counters, search, nodes. Only reads. */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { DEMO_PASSWORD } from '#demo/seed-demo.ts'
import { checkCounters } from '#modules/account/recount.service.ts'
import { indexState } from '#modules/search/rebuild.service.ts'
import type { Config } from '#platform/config.ts'
import type { DatabaseHandle } from '#platform/db/client.ts'
import { isTooLong } from '#platform/db/errors.ts'
import { findMark } from '#platform/db/marks.ts'
import { listNodes, NODE_STALE_MS, nodeName } from '#platform/db/nodes.ts'
import { schemaState } from '#platform/db/schema-state.ts'
import { walBytes } from '#platform/db/sqlite-files.ts'
import { redisBus } from '#platform/events/redis-bus.ts'
import { verifyPassword } from '#platform/passwords.ts'
import { sqlSearch } from '#platform/search/sql-search.ts'
import * as repo from './doctor.repo.ts'
import { broken, type Finding, lengthOf, ok, remark } from './finding.ts'

/** `isCurrent` is false where this version's statements do not suit the tables. */
export async function checkSchema(handle: DatabaseHandle): Promise<{ isCurrent: boolean; findings: Finding[] }> {
  const about = '数据库结构'
  const findings: Finding[] = []
  if (handle.engine === 'sqlite') {
    const said = await repo.quickCheck(handle.db)
    findings.push(
      said === 'ok'
        ? ok('数据库', `SQLite ${await repo.sqliteVersion(handle.db)}，文件没有损坏`)
        : broken('数据库', `文件损坏了：${said.slice(0, 200)}`, '停下服务，npm run cli -- restore <备份> --yes'),
    )
  }
  const { applied, pending, newer, refusal } = await schemaState(handle.db)
  const isCurrent = pending.length === 0 && refusal === null
  if (refusal !== null)
    findings.push(broken(about, refusalText(refusal, newer), '换成新版本的代码，或退回升级之前的备份'))
  else if (applied === 0) findings.push(remark(about, '还没有表', '第一次启动时自己建好'))
  else if (pending.length > 0)
    findings.push(
      remark(
        about,
        `还差 ${pending.length} 步（到 ${pending.at(-1)}），下面要读表的几项没有查`,
        '重启服务就会升级；先备份',
      ),
    )
  else if (newer.length > 0)
    findings.push(remark(about, `已被新版本升级到 ${newer.at(-1)}，这个版本还能运行`, '逐个升级完剩下的节点'))
  else findings.push(ok(about, `是这个版本的，共 ${applied} 步`))
  return { isCurrent, findings }
}

function refusalText({ needs, newest }: { needs: number; newest: number }, newer: string[]): string {
  return needs > newest
    ? `新版本去掉了这个版本要用的东西：要认识第 ${needs} 步的版本，这个只到第 ${newest} 步`
    : `有别的版本的步骤（${newer.join('、')}），又缺这个版本的`
}

/** On MySQL a statement is stopped after its deadline: the rest of what it would say is not known. */
export async function unlessTooLong(about: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work()
  } catch (error) {
    if (!isTooLong(error)) throw error
    return [remark(about, '数据库太忙或表太大，没有查完', '网站空闲的时候再查一次')]
  }
}

export async function checkReferences({ db, engine }: DatabaseHandle): Promise<Finding[]> {
  const about = '孤儿行'
  const references = await repo.listReferences(db, engine)
  const found: Finding[] = []
  for (const reference of references) {
    const { table, column, parent } = reference
    const n = await repo.countOrphans(db, reference)
    if (n > 0)
      found.push(
        broken(
          about,
          `${table}.${column} 有 ${n} 行指向不存在的 ${parent}`,
          '先备份；多半是绕过程序改过数据库，删掉这些行或把指向的行补回来',
        ),
      )
  }
  return found.length > 0 ? found : [ok(about, `查了 ${references.length} 个外键，没有`)]
}

export async function checkAllCounters(handle: DatabaseHandle): Promise<Finding[]> {
  const about = '计数'
  const reports = await checkCounters(handle)
  const wrong = reports.filter((report) => report.wrong > 0)
  if (wrong.length === 0) return [ok(about, `${reports.length} 种都对得上`)]
  return wrong.map(({ counter, wrong: n, examples }) => {
    const [{ id, stored, actual } = { id: 0, stored: 0, actual: 0 }] = examples
    return broken(
      about,
      `${counter} 有 ${n} 行不符，如编号 ${id}：记录 ${stored}，实际 ${actual}`,
      'npm run cli -- recount',
    )
  })
}

export async function checkSearch({ db, engine }: DatabaseHandle): Promise<Finding[]> {
  const about = '搜索'
  const { isCurrent, missing } = await indexState({ db, search: sqlSearch(engine) })
  if (!isCurrent)
    return [remark(about, '索引是旧版本的规则写的', '服务器启动后在后台自己重写；想立刻做完：npm run cli -- reindex')]
  if (missing > 0) return [broken(about, `索引缺 ${missing} 条，这些内容搜不到`, 'npm run cli -- reindex')]
  return [ok(about, '索引是这个版本的，不缺内容')]
}

export async function checkForeignPictures({ db }: DatabaseHandle): Promise<Finding[]> {
  const n = await repo.countForeignPictures(db)
  if (n === 0) return [ok('外站图片', '没有')]
  return [remark('外站图片', `有 ${n} 张图片和头像在别的网站上：那边删了就不显示`, '在后台把重要的换成上传的图片')]
}

export async function checkOwners({ db }: DatabaseHandle, { demo }: Config): Promise<Finding[]> {
  if (demo) return []
  const known: string[] = []
  for (const { username, password_hash } of await repo.listOwners(db)) {
    if (await verifyPassword(password_hash, DEMO_PASSWORD, 'command line').catch(() => false)) known.push(username)
  }
  if (known.length === 0) return []
  return [remark('设置', `站长 ${known.join('、')} 用的是演示站的公开密码`, '登录后台，马上改密码')]
}

/** Each node says over the bus every second that it lives. */
const LISTEN_MS = 3500

/** Whether the processes that serve the site say so, and hear each other: over Redis, or as `WORKERS` of one start. */
export async function checkNodes(
  { db, engine }: Pick<DatabaseHandle, 'db' | 'engine'>,
  { redisUrl, jwtSecret, workers }: Config,
): Promise<Finding[]> {
  if (engine === 'sqlite') return []
  const about = '进程'
  const rows = await listNodes(db)
  const living = rows.filter(({ silentMs }) => silentMs < NODE_STALE_MS)
  const found: Finding[] = rows
    .filter((row) => !living.includes(row))
    .map((row) =>
      remark(
        about,
        `${nodeName(row)} ${lengthOf(row.silentMs)}没有报到，退出时没有说`,
        '看那台机器在不在；一天后自己从表里去掉',
      ),
    )
  if (living.length === 0) return [...found, ok(about, '没有在运行的')]
  const names = living.map(nodeName).join('、')
  if (!redisUrl) {
    const hosts = new Set(living.map(({ host }) => host))
    if (living.length === 1) return [...found, ok(about, `只有一个在运行：${names}`)]
    if (hosts.size === 1 && workers > 1) return [...found, ok(about, `WORKERS 的 ${living.length} 个在运行：${names}`)]
    const text = `有 ${living.length} 个在运行（${names}），没有 REDIS_URL：互相听不到，页面会旧`
    return [...found, broken(about, text, '只留一个，或给它们写上相同的 REDIS_URL 和 JWT_SECRET')]
  }
  const site = await findMark(db, 'site')
  const bus = await redisBus({ url: redisUrl, site: `${site} ${jwtSecret}`, log: pino({ level: 'silent' }) }).catch(
    () => null,
  )
  // That Redis is away is said elsewhere.
  if (!bus) return found
  const until = performance.now() + LISTEN_MS
  const unheard = () => living.filter(({ node }) => bus.lastHeard(node) === undefined)
  while (unheard().length > 0 && performance.now() < until) await wait(100)
  const lost = unheard()
  await bus.close()
  if (lost.length === 0) return [...found, ok(about, `${living.length} 个在运行，都听得到`)]
  const text = `听不到 ${lost.map(nodeName).join('、')}`
  return [...found, broken(about, text, '那里的 REDIS_URL 和 JWT_SECRET 要和这里的相同')]
}

/** Beyond what a busy site leaves, which keeps 64 MB at most. */
const LARGE_WAL_BYTES = 512 * 1024 * 1024

/** Of SQLite. */
export async function checkWal({ database }: Pick<Config, 'database'>): Promise<Finding[]> {
  const wal = database.engine === 'sqlite' ? walFinding(walBytes(database.file)) : null
  return wal ? [wal] : []
}

/** Something has been reading for long, so that nothing could be merged; null where all is well. */
export function walFinding(bytes: number): Finding | null {
  if (bytes < LARGE_WAL_BYTES) return null
  return remark(
    '数据库',
    `shiliu.db-wal 有 ${Math.round(bytes / 1024 / 1024)} MB：有程序长时间读着数据库，写入并不进去`,
    '正在备份或搬家就等它完，之后自己变小；不是就看谁开着它：fuser -v shiliu.db，结束那个程序',
  )
}
