/** A site with its backup, and empty machines to restore it on. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCli } from '#cli/program.ts'
import { type Config, type DatabaseConfig, loadConfig } from '#platform/config.ts'
import { sumTables } from '#platform/db/copying/portable.ts'
import { openSnapshot } from '#platform/db/copying/snapshot.ts'
import { makeAdmin, makePost, makeUser } from './factories.ts'
import { createTestApp } from './test-app.ts'

export async function run(config: Config, ...argv: string[]) {
  let [out, err] = ['', '']
  const terminal = { out: (some: string) => (out += some), err: (some: string) => (err += some), isTTY: false }
  return { code: await runCli(argv, () => config, terminal), out, err }
}

/** A site with notes and pictures, and its backup. */
export async function backedUp(settings: Record<string, string> = {}) {
  const site = await createTestApp(settings)
  const { ctx } = site
  await makeAdmin(ctx)
  const ann = await makeUser(ctx, { nickname: '安👩‍👩‍👧' })
  const note = await makePost(ctx, ann, { title: '银杏大道', pictures: 2 })
  const file = join(ctx.config.dataDir, 'backups', 'site.tar')
  const made = await run(ctx.config, 'backup', file)
  return { ...site, ann, note, file, made, sums: await sumsOf(ctx.config.database) }
}

export async function emptyMachine(settings: Record<string, string> = {}): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shiliu-machine-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings })
}

export async function sumsOf(database: DatabaseConfig) {
  const snapshot = await openSnapshot(database)
  return sumTables(snapshot).finally(() => snapshot.close())
}
