/** A whole site moved, backed up and restored by the real commands: time, memory, and whether anything differs. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { sumTables } from '../apps/server/src/platform/db/copying/portable.ts'
import { openSnapshot } from '../apps/server/src/platform/db/copying/snapshot.ts'
import { diskStorage } from '../apps/server/src/platform/storage/disk.ts'
import { s3Storage } from '../apps/server/src/platform/storage/s3.ts'
import { root, typescript } from '../tools/lib/run.mjs'
import { testMysql } from '../tools/lib/services.mjs'
import { type MovesOptions, UsageError } from './options.ts'
import { peakMegabytes, startBucket } from './processes.ts'
import { dropDatabase, keepSite, runSiteData, USERS } from './sites.ts'
import { measureWal, type WalFigures } from './wal.ts'

export type MoveFigures = {
  step: string
  seconds: number
  megabytes: number
  /** Of the whole site, compared with the seeded one. */
  rows: number
  files: number
  /** Tables and files that are not as they were. */
  differing: string[]
}
export type MovesResult = { bytes: { database: number; archive: number }; moves: MoveFigures[]; wal: WalFigures }

type Env = Record<string, string>
type Say = (line: string) => void
/** What a site holds: by table its rows, their checksum and the next id; by file its SHA-256. */
type Contents = { rows: number; tables: Map<string, string>; files: Map<string, string> }

const DATABASE = 'shiliu_bench_moves'
const SAMPLE_MS = 50
/** The longest takes some minutes for a site of 100,000 notes. */
const COMMAND_MS = 60 * 60_000

export async function measureMoves({ notes, pictures }: MovesOptions, say: Say): Promise<MovesResult> {
  const { url: mysql, missing } = await testMysql()
  if (missing) throw new UsageError(`moves: MySQL (TEST_MYSQL_URL) is needed: ${missing}`)
  const seeded = await keepSite(
    'sqlite',
    `moves-${notes}-${pictures}`,
    `${notes} notes, ${pictures} pictures`,
    fill,
    '',
    say,
  )
  async function fill(env: Env): Promise<void> {
    await runSiteData(env, 'seed', String(USERS), String(notes))
    await runSiteData(env, 'pictures', String(pictures))
  }
  const work = `${seeded.DATA_DIR}-work`
  rmSync(work, { recursive: true, force: true })
  try {
    return await moveAll(seeded, { work, mysql, say })
  } finally {
    rmSync(work, { recursive: true, force: true })
    await dropDatabase(mysql, DATABASE)
  }
}

async function moveAll(
  seeded: Env,
  { work, mysql, say }: { work: string; mysql: string; say: Say },
): Promise<MovesResult> {
  const machine = (name: string, settings: Env = {}): Env => {
    const DATA_DIR = join(work, name)
    mkdirSync(DATA_DIR, { recursive: true })
    return { DATA_DIR, JWT_SECRET: 'the bench moves this site to and fro', LOG_LEVEL: 'silent', ...settings }
  }
  const onSqlite = machine('site')
  cpSync(seeded.DATA_DIR ?? '', onSqlite.DATA_DIR ?? '', { recursive: true })
  const onMysql = machine('mysql', { DATABASE_URL: `${mysql}/${DATABASE}` })
  const back = machine('back')
  const moves: MoveFigures[] = []
  const before = await contentsOf(onSqlite)
  /** Runs a command of `env` and compares what `result` holds then. */
  const step = async (
    title: string,
    env: Env,
    argv: string[],
    result: Env | null,
    parts: Part[] = ['rows', 'files'],
  ) => {
    say(title)
    const ran = await runCommand(env, argv)
    const after = result && (await contentsOf(result, parts))
    const differing = after ? differences(before, after, parts) : []
    moves.push({ step: title, ...ran, rows: after?.rows ?? 0, files: after?.files.size ?? 0, differing })
    if (differing.length > 0) say(`  differs: ${differing.slice(0, 10).join(', ')}`)
  }

  await dropDatabase(mysql, DATABASE)
  await step('move: SQLite to MySQL', onSqlite, ['move', '--to', onMysql.DATABASE_URL ?? '', '--yes'], onMysql, [
    'rows',
  ])
  await step('move: MySQL to SQLite', { ...back, ...urlOf(onMysql) }, ['move', '--to', 'sqlite', '--yes'], back, [
    'rows',
  ])

  const bucket = await startBucket(join(work, 'bucket'))
  const inBucket = { ...onSqlite, ...bucketSettings(bucket.address) }
  try {
    await step('move-media: disk to S3', inBucket, ['move-media', '--to', 's3'], inBucket, ['files'])
    rmSync(join(onSqlite.DATA_DIR ?? '', 'uploads'), { recursive: true })
    await step('move-media: S3 to disk', inBucket, ['move-media', '--to', 'disk'], onSqlite, ['files'])
  } finally {
    await bucket.stop()
  }

  // What the commands have noted is no part of the comparison.
  rmSync(onSqlite.DATA_DIR ?? '', { recursive: true })
  cpSync(seeded.DATA_DIR ?? '', onSqlite.DATA_DIR ?? '', { recursive: true })
  const archive = join(work, 'sqlite.tar')
  await step('backup of SQLite', onSqlite, ['backup', archive], null)
  await step('restore onto SQLite', machine('restored'), ['restore', archive, '--yes'], machine('restored'))
  await dropDatabase(mysql, DATABASE)
  await step('restore onto MySQL', onMysql, ['restore', archive, '--yes'], onMysql)
  const other = join(work, 'mysql.tar')
  await step('backup of MySQL', onMysql, ['backup', other], null)
  await step('restore of it onto SQLite', machine('again'), ['restore', other, '--yes'], machine('again'))
  await dropDatabase(mysql, DATABASE)
  await step('restore of it onto MySQL', onMysql, ['restore', other, '--yes'], onMysql)

  say('backup of SQLite while 50 writes a second arrive')
  const { JWT_SECRET: _secret, LOG_LEVEL: _silent, ...served } = onSqlite
  const wal = await measureWal(served, (file) => runCommand(served, ['backup', file]))
  const bytes = { database: statSync(join(onSqlite.DATA_DIR ?? '', 'shiliu.db')).size, archive: statSync(archive).size }
  return { bytes, moves, wal }
}

const urlOf = ({ DATABASE_URL = '' }: Env): Env => ({ DATABASE_URL })

const bucketSettings = (address: string): Env => ({
  S3_ENDPOINT: address,
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_FORCE_PATH_STYLE: '1',
})

/** As `npm run cli` does. Throws where it fails. */
async function runCommand(env: Env, argv: string[]): Promise<{ seconds: number; megabytes: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, [...typescript(join(root, 'apps/server/src/cli.ts')), ...argv], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: COMMAND_MS,
  })
  let megabytes = 0
  const sampling = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid))
  }, SAMPLE_MS)
  try {
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    if (code !== 0) throw new Error(`${argv[0]} ended with ${code}: ${said}`)
    return { seconds: (performance.now() - start) / 1000, megabytes }
  } finally {
    clearInterval(sampling)
  }
}

type Part = 'rows' | 'files'

async function contentsOf(env: Env, parts: Part[] = ['rows', 'files']): Promise<Contents> {
  const config = loadConfig({ ...env })
  const contents: Contents = { rows: 0, tables: new Map(), files: new Map() }
  if (parts.includes('rows')) {
    const snapshot = await openSnapshot(config.database)
    const sums = await sumTables(snapshot).finally(() => snapshot.close())
    for (const { name, nextId } of snapshot.tables) {
      const { rows = 0, checksum = '' } = sums[name] ?? {}
      contents.rows += rows
      contents.tables.set(name, `${rows} ${checksum} ${nextId}`)
    }
  }
  if (!parts.includes('files')) return contents
  const storage = config.s3 ? await s3Storage(config.s3) : diskStorage(config)
  for (let folder = 0; folder < 256; folder++) {
    for (const { key } of await storage.list(folder.toString(16).padStart(2, '0'))) {
      const body = await storage.get(key)
      contents.files.set(
        key,
        createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      )
    }
  }
  storage.close()
  return contents
}

function differences(before: Contents, after: Contents, parts: Part[]): string[] {
  const pairs = [
    ...(parts.includes('rows') ? [[before.tables, after.tables] as const] : []),
    ...(parts.includes('files') ? [[before.files, after.files] as const] : []),
  ]
  return pairs.flatMap(([one, other]) =>
    [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name)),
  )
}
