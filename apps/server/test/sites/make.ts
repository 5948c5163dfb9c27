/** Archives a site of the version that is checked out, with its server's answers on both engines; see README.md. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createConnection } from 'mysql2/promise'
import {
  type ActivityResult,
  ADMIN,
  type Call,
  NEW_PASSWORD,
  PASSWORD,
  simulateActivity,
  uploadSharedPictures,
} from './activity.ts'
import { type Engine, packMysql, packSite, packSqlite, packUploads } from './archive.ts'
import { type Answer, recordedPaths, type Site, sha256 } from './site.ts'

const server = join(import.meta.dirname, '../..')
const SHARED_PICTURES = 24
const mysqlUrl = process.env.TEST_MYSQL_URL || 'mysql://root@127.0.0.1:3306'

type Env = Record<string, string>

function start(args: string[], env: Env): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: server,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function cli(env: Env, ...args: string[]): Promise<void> {
  const child = start(['src/cli.ts', ...args], env)
  child.stdout?.resume()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`cli ${args.join(' ')} ended with ${code}`)
}

/** Runs the server on the site of `env` for as long as `work` takes. */
async function withServer<R>(env: Env, work: (address: string) => Promise<R>): Promise<R> {
  const child = start(['src/main.ts'], { ...env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' })
  const exited = once(child, 'exit')
  if (!child.stdout) throw new Error('The server has no output')
  const lines = createInterface({ input: child.stdout })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        const listening = /Server listening at (http:\/\/[\w.:]+)/.exec(line)?.[1]
        if (listening) resolve(listening)
      })
      child.on('exit', () => reject(new Error('The server did not start')))
    })
    return await work(address)
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

function caller(address: string): Call {
  return async (method, path, { token, body } = {}) => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }
}

/** Drops row versions: they are hashes that a release may compute differently. */
const withoutVersions = (text: string) => JSON.parse(text, (key, value) => (key === 'version' ? undefined : value))

async function recordAnswers(call: Call, activity: ActivityResult): Promise<Answer[]> {
  const tokens = { guest: undefined, user: activity.userTokens.access_token, admin: activity.adminTokens.access_token }
  const answers: Answer[] = []
  for (const { as, path } of recordedPaths(activity)) {
    const data = await call('GET', path, { ...(tokens[as] && { token: tokens[as] }) })
    answers.push({ as, path, data: withoutVersions(JSON.stringify(data)) })
  }
  return answers
}

async function recordFiles(address: string, uploads: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const name of (await readdir(uploads, { recursive: true })).filter((path) => path.endsWith('.webp')).sort()) {
    const path = `/uploads/${name.replaceAll('\\', '/')}`
    const response = await fetch(address + path)
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    files[path] = sha256(Buffer.from(await response.arrayBuffer()))
  }
  return files
}

async function makeSite(version: string, env: Env): Promise<Site> {
  await cli(env, 'admin:create', ADMIN.username, '--password', ADMIN.password)
  await withServer(env, (address) => uploadSharedPictures(caller(address), SHARED_PICTURES))
  await cli(env, 'seed', '--users', '50', '--posts', '500', '--password', PASSWORD)
  return withServer(env, async (address) => {
    const call = caller(address)
    const activity = await simulateActivity(call)
    const { refresh_token: refreshToken } = activity.userTokens
    return {
      version,
      madeAt: Date.now(),
      user: { user_id: activity.user, password: PASSWORD, refreshToken },
      other: { user_id: activity.other, password: NEW_PASSWORD },
      admin: { ...ADMIN, refreshToken: activity.adminTokens.refresh_token },
      endedRefreshToken: activity.endedRefreshToken,
      answers: await recordAnswers(call, activity),
      files: await recordFiles(address, join(env.DATA_DIR ?? '', 'uploads')),
    }
  })
}

async function archive(engine: Engine, version: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shiliu-site-'))
  const folder = join(import.meta.dirname, version, engine)
  const database = `shiliu_site_${process.pid}`
  const url = new URL(mysqlUrl)
  url.pathname = `/${database}`
  const onServer = async (statement: string) => {
    const connection = await createConnection(mysqlUrl)
    await connection.query(statement)
    await connection.end()
  }
  if (engine === 'mysql') await onServer(`create database ${database} character set utf8mb4 collate utf8mb4_bin`)
  try {
    const env = { DATA_DIR: dataDir, ...(engine === 'mysql' && { DATABASE_URL: url.href }) }
    const site = await makeSite(version, env)
    await packSite(folder, site)
    await packUploads(folder, join(dataDir, 'uploads'))
    if (engine === 'mysql') await packMysql(folder, url.href)
    else await packSqlite(folder, join(dataDir, 'shiliu.db'))
  } finally {
    if (engine === 'mysql') await onServer(`drop database ${database}`)
    await rm(dataDir, { recursive: true, force: true })
  }
}

const { version } = JSON.parse(await readFile(join(server, 'package.json'), 'utf8'))
if (existsSync(join(import.meta.dirname, version))) throw new Error(`There is a site of ${version} already`)
for (const engine of ['sqlite', 'mysql'] as const) await archive(engine, version)
