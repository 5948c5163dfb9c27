/** Empty sites of either engine to import into, and what the import made of them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCli } from '#cli/program.ts'
import type { Ctx } from '#deps.ts'
import { recount } from '#modules/account/recount.service.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { emptyMysqlDatabase } from './mysql-databases.ts'

export const ENGINES = ['sqlite', 'mysql'] as const
type Engine = (typeof ENGINES)[number]

/** A site without rows, on SQLite without a database; removed at the end of the test. */
export async function emptySite(engine: Engine, settings: Record<string, string> = {}): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shiliu-import-'))
  const mysql = engine === 'mysql' ? await emptyMysqlDatabase() : null
  onTestFinished(async () => {
    await mysql?.giveBack()
    await rm(dataDir, { recursive: true, force: true })
  })
  const config = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(mysql && { DATABASE_URL: mysql.url }),
    ...settings,
  })
  config.limitFactor = 1000
  return config
}

/** Runs a command of the site. */
export async function cli(config: Config, ...argv: string[]) {
  let [out, err] = ['', '']
  const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text), isTTY: false }
  const code = await runCli(argv, () => config, terminal)
  return { code, out, err }
}

/** Counters that are not what their rows say. */
export const driftOf = async ({ ctx }: { ctx: Ctx }) =>
  (await recount(ctx, { check: true })).filter((report) => report.wrong > 0)
