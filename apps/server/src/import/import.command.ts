import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { type RegisterCommands, UserError } from '#cli/command-context.ts'
import { type Config, ConfigError } from '#platform/config.ts'
import { type Db, openDatabase } from '#platform/db/client.ts'
import { isDatabaseUnavailable, isDiskFull } from '#platform/db/errors.ts'
import { acquireSingleInstanceLock } from '#platform/db/single-instance-lock.ts'
import { fileTimestamp } from '#platform/db/sqlite-backup.ts'
import { openResources } from '#resources.ts'
import { tablesOf } from './import.repo.ts'
import { ImportError, importSite, requireEmpty } from './import-site.ts'
import { type ImportReport, loadReport, reportLines } from './report.ts'
import { openSource, type Source, SourceError } from './source.ts'

/** Of each kind on the terminal. */
const EXAMPLES = 5
const AGAIN = '已经搬好的不会丢：修好之后再运行同样的命令，会接着搬'

type Options = { from: string; uploads?: string; dryRun?: boolean }

export const importCommand: RegisterCommands = (program, context) => {
  program
    .command('import')
    .usage('--from <地址> [选项]')
    .description('把以前的站点（1.1 版，MySQL）搬进这个空的站点；中断之后再运行会接着搬')
    .requiredOption('--from <地址>', '旧数据库：mysql://用户:密码@主机:3306/数据库，只读不写')
    .option('--uploads <目录>', '旧站点的 uploads 目录；不给就不搬旧服务器上的图片')
    .option('--dry-run', '试搬：数一数、列出搬不了的，什么都不改')
    .action(async ({ from, uploads, dryRun = false }: Options) => {
      const folder = uploads === undefined ? null : requireFolder(uploads)
      const config = context.config({ readOnly: dryRun })
      let shown: { label: string; bar: ReturnType<typeof context.progress> } | null = null
      const progress = (label: string, done: number, total: number) => {
        if (shown?.label !== label) {
          shown?.bar.stop()
          shown = { label, bar: context.progress(label) }
        }
        if (total > 0) shown.bar.update(done, total)
      }
      const stop = () => shown?.bar.stop()
      try {
        const source = await openSource(from)
        const work = { source, uploads: folder, progress }
        const report = await (dryRun ? tryImport(config, work) : runImport(config, work)).finally(() => source.close())
        stop()
        const style = { dryRun, timeZone: config.timeZone }
        for (const line of reportLines(report, { ...style, examples: EXAMPLES })) context.print(line)
        if (dryRun) return
        const file = join(config.dataDir, `import-report-${fileTimestamp()}.txt`)
        writeFileSync(file, `${reportLines(report, { ...style, examples: Number.POSITIVE_INFINITY }).join('\n')}\n`)
        context.print(`\n全部写在 ${file}`)
      } catch (error) {
        stop()
        throw asUserError(error)
      }
    })
}

function requireFolder(path: string): string {
  const folder = resolve(path)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) throw new UserError(`没有这个目录：${folder}`)
  return folder
}

type Work = {
  source: Source
  uploads: string | null
  progress: (label: string, done: number, total: number) => void
}

async function runImport(config: Config, work: Work): Promise<ImportReport> {
  await inspectTarget(config, async () => undefined)
  const lock = await acquireSingleInstanceLock(config, 0).catch((error: unknown) => {
    if (error instanceof ConfigError && /Another process/.test(error.message))
      throw new UserError('这个站点正在运行，或者正在搬。先停下它')
    throw error
  })
  try {
    return await withSite(config, work, false)
  } finally {
    await lock.release()
  }
}

/**
 * What is there before anything is changed: a database of something else, such as the old site itself, is not made into one
 * of ours.
 */
async function inspectTarget({ database: at }: Config, isOk: (db: Db) => Promise<void>): Promise<void> {
  if (at.engine === 'sqlite' && !existsSync(at.file)) return
  const database = openDatabase(at)
  try {
    const tables = await tablesOf(database.db, at.engine)
    if (tables === 'others') throw new UserError('新站点的数据库里有别的表，也许就是旧站点自己的。要用一个空的数据库')
    if (tables === 'ours') await isOk(database.db)
  } finally {
    await database.close()
  }
}

/** Into a database of its own, which is thrown away. */
async function tryImport(config: Config, work: Work): Promise<ImportReport> {
  await inspectTarget(config, requireEmpty)
  const dataDir = mkdtempSync(join(tmpdir(), 'shiliu-dry-run-'))
  const { redisUrl: _redis, s3: _s3, ...rest } = config
  const database = { engine: 'sqlite', file: join(dataDir, 'shiliu.db') } as const
  try {
    return await withSite({ ...rest, redisUrl: undefined, s3: undefined, dataDir, database }, work, true)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function withSite(config: Config, work: Work, dryRun: boolean): Promise<ImportReport> {
  const resources = await openResources(config, { log: pino({ level: 'silent' }) })
  try {
    const state = await importSite(resources.ctx, { ...work, dryRun })
    return await loadReport(resources.ctx, state)
  } finally {
    await resources.close()
  }
}

/** What ended an import, in words where it is not a fault of ours. */
export function asUserError(error: unknown): unknown {
  if (error instanceof SourceError) return new UserError(`${error.message}\n${AGAIN}`)
  if (error instanceof ImportError) return new UserError(error.message)
  if (isDiskFull(error)) return new UserError(`磁盘满了，先腾出空间。${AGAIN}`)
  if (isDatabaseUnavailable(error)) return new UserError(`新站点的数据库不能用：${(error as Error).message}。${AGAIN}`)
  return error
}
