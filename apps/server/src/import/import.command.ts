import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { type RegisterCommands, UserError } from '#cli/command-context.ts'
import { STOP_SIGNALS, toUserError } from '#cli/failures.ts'
import { lockNewSite } from '#cli/new-site.ts'
import type { Config } from '#platform/config.ts'
import { type Db, openDatabase } from '#platform/db/client.ts'
import { tablesOf } from '#platform/db/schema-state.ts'
import { fileTimestamp } from '#platform/db/sqlite-files.ts'
import { openResources } from '#resources.ts'
import { ImportError, importSite, noteReported, requireEmpty } from './import-site.ts'
import { type ImportReport, loadReport, reportLines } from './report.ts'
import { openSource, type Source, SourceError } from './source.ts'

/** Of each kind on the terminal. */
const EXAMPLES = 5
const NO_SUCH_DATABASE = 1049
const AGAIN = '已经搬好的不会丢：修好之后再运行同样的命令，会接着搬'

type Options = { from: string; uploads?: string; dryRun?: boolean }

export const importCommand: RegisterCommands = (program, context) => {
  program
    .command('import')
    .usage('--from <地址> [选项]')
    .description('把以前的站点（1.1 版，MySQL）搬进这个空的站点；中断之后再运行会接着搬')
    .requiredOption('--from <地址>', '旧数据库：mysql://用户:密码@主机:3306/数据库，只读不写')
    .option('--uploads <目录>', '旧站点的 uploads 目录，或它的 https 地址（图片留在那里）；不给就不搬旧服务器上的图片')
    .option('--dry-run', '试搬：数一数、列出搬不了的，除了一份报告什么都不写')
    .action(async ({ from, uploads, dryRun = false }: Options) => {
      const config = context.config({ readOnly: dryRun })
      const pictures = picturesOf(uploads, config)
      const { update: progress, stop } = context.stages()
      try {
        const source = await openSource(from)
        const style = { dryRun, timeZone: config.timeZone }
        const deliver = (report: ImportReport) => {
          stop()
          for (const line of reportLines(report, { ...style, examples: EXAMPLES })) context.print(line)
          // A dry run makes no data folder.
          const folder = dryRun && !existsSync(config.dataDir) ? process.cwd() : config.dataDir
          const file = join(folder, `import-report-${dryRun ? 'dry-run-' : ''}${fileTimestamp()}.txt`)
          const lines = reportLines(report, { ...style, examples: Number.POSITIVE_INFINITY })
          writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
          context.print(`\n全部写在 ${file}`)
        }
        const work = { source, ...pictures, progress, deliver }
        await (dryRun ? tryImport(config, work) : runImport(config, work)).finally(() => source.close())
      } catch (error) {
        stop()
        throw asUserError(error)
      }
    })
}

type Pictures = { uploads: string | null; uploadsAt: string | null }

/** A folder, or an address where they stay. */
function picturesOf(given: string | undefined, { publicUrl }: Config): Pictures {
  if (given === undefined) return { uploads: null, uploadsAt: null }
  if (/^https?:/i.test(given)) return { uploads: null, uploadsAt: requireAddress(given, publicUrl) }
  const folder = resolve(given)
  try {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UserError(`没有这个目录：${folder}`)
    accessSync(folder, constants.R_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      `读不了目录 ${folder}（${(error as NodeJS.ErrnoException).code}）：给运行这个命令的用户读它的权限`,
    )
  }
  return { uploads: folder, uploadsAt: null }
}

/** Pages show pictures of other machines over https only. */
function requireAddress(given: string, publicUrl: string | undefined): string {
  if (!URL.canParse(given)) throw new UserError(`--uploads 的地址不对：${given}`)
  const { protocol, host, origin, pathname } = new URL(given)
  if (protocol !== 'https:')
    throw new UserError(
      '--uploads 的地址要以 https 开头，网页不显示 http 的图片：给那里装上证书，或者把文件拷过来写目录',
    )
  if (publicUrl && new URL(publicUrl).host === host)
    throw new UserError(`--uploads 的地址 ${host} 是新站点自己的：把旧站点的 uploads 拷过来写目录，或者换一个域名`)
  return origin + pathname.replace(/\/+$/, '')
}

type Work = Pictures & {
  source: Source
  progress: (label: string, done: number, total: number) => void
  deliver: (report: ImportReport) => void
}

async function runImport(config: Config, work: Work): Promise<void> {
  const lock = await lockNewSite(config)
  try {
    await inspectTarget(config, async () => undefined)
    await withSite(config, work, false)
  } finally {
    await lock.release()
  }
}

/**
 * What is there before anything is changed: a database of something else, such as the old site itself, is not made into
 * one of ours.
 */
async function inspectTarget({ database: at }: Config, isOk: (db: Db) => Promise<void>): Promise<void> {
  if (at.engine === 'sqlite' && !existsSync(at.file)) return
  const database = openDatabase(at)
  try {
    const tables = await tablesOf(database.db, at.engine).catch(noneWithoutDatabase)
    if (tables === 'others') throw new UserError('新站点的数据库里有别的表，也许就是旧站点自己的。要用一个空的数据库')
    if (tables === 'ours') await isOk(database.db)
  } finally {
    await database.close()
  }
}

/** The import will make it. */
function noneWithoutDatabase(error: { errno?: number }): 'none' {
  if (error.errno === NO_SUCH_DATABASE) return 'none'
  throw error
}

/** Into a database of its own, which does not stay behind: it holds what people wrote. */
async function tryImport(config: Config, work: Work): Promise<void> {
  await inspectTarget(config, requireEmpty)
  const dataDir = mkdtempSync(join(tmpdir(), 'shiliu-dry-run-'))
  const { redisUrl: _redis, s3: _s3, ...rest } = config
  const database = { engine: 'sqlite', file: join(dataDir, 'shiliu.db') } as const
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const onSignal = (signal: NodeJS.Signals) => {
    remove()
    for (const name of STOP_SIGNALS) process.off(name, onSignal)
    process.kill(process.pid, signal)
  }
  for (const name of STOP_SIGNALS) process.on(name, onSignal)
  try {
    await withSite({ ...rest, redisUrl: undefined, s3: undefined, dataDir, database }, work, true)
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, onSignal)
    remove()
  }
}

async function withSite(config: Config, { deliver, ...work }: Work, dryRun: boolean): Promise<void> {
  const resources = await openResources(config, { log: pino({ level: 'silent' }) })
  try {
    const state = await importSite(resources.ctx, { ...work, dryRun })
    deliver(await loadReport(resources.ctx, state))
    if (!dryRun) await noteReported(resources.ctx, state)
  } finally {
    await resources.close()
  }
}

/** What ended an import, in words where it is not a fault of ours. */
export function asUserError(error: unknown): unknown {
  if (error instanceof SourceError) return new UserError(`${error.message}\n${AGAIN}`)
  if (error instanceof ImportError) return new UserError(error.message)
  return toUserError(error, AGAIN)
}
