/** Seeded sites, one per engine and size, are kept in `.bench/` until the schema or the seeds change. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, typescript } from '../tools/lib/run.mjs'
import { memorySettings } from '../tools/lib/serve.mjs'
import type { SiteData } from './site-data.ts'

export type Engine = 'sqlite' | 'mysql'
export const SIZES = ['small', 'large', 'million'] as const
export type Size = (typeof SIZES)[number]

/** Every size has the same number of users, so that inboxes and feeds are comparable. */
export const POSTS: Record<Size, number> = { small: 1000, large: 100_000, million: 1_000_000 }
export const USERS = 1000
/** Increase it when the seeds change but the schema does not. */
const SEED_VERSION = 1

export type Site = { engine: Engine; size: Size; env: Record<string, string>; siteData: SiteData }

const cache = join(root, '.bench')

/** Seeds the site unless it exists, and opens sessions on it. */
export async function openSite(engine: Engine, size: Size, mysqlUrl: string, say: (line: string) => void) {
  const env = await seedSite(engine, size, { users: USERS, posts: POSTS[size] }, mysqlUrl, say)
  const siteData = await exportSiteData(env)
  return { engine, size, env, siteData } satisfies Site
}

/** Opens a session for each user, and picks what requests ask for. The server must be down. */
export async function exportSiteData(env: Record<string, string>): Promise<SiteData> {
  return JSON.parse(await runSiteData(env, 'export'))
}

/** Fills a site of that name unless it exists; returns its settings. */
export function seedSite(
  engine: Engine,
  size: string,
  { users, posts }: { users: number; posts: number },
  mysqlUrl: string,
  say: (line: string) => void,
): Promise<Record<string, string>> {
  const fill = (env: Record<string, string>) => runSiteData(env, 'seed', String(users), String(posts))
  return keepSite(engine, size, `${users} users, ${posts} notes`, fill, mysqlUrl, say)
}

/** As `seedSite`, filled by `fill`. */
export async function keepSite(
  engine: Engine,
  size: string,
  what: string,
  fill: (env: Record<string, string>) => Promise<unknown>,
  mysqlUrl: string,
  say: (line: string) => void,
): Promise<Record<string, string>> {
  const key = `${migrations()}-${SEED_VERSION}`
  const name = `${engine}-${size}`
  const dataDir = join(cache, `${name}-${key}`)
  removeOlder(name, dataDir)
  mkdirSync(dataDir, { recursive: true })
  const env: Record<string, string> = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' }
  const done = join(dataDir, 'seeded')
  if (engine === 'mysql') env.DATABASE_URL = `${mysqlUrl}/shiliu_bench_${size}`
  if (existsSync(done)) return env
  say(`seeding ${name}: ${what}`)
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir)
  if (engine === 'mysql') await emptyDatabase(mysqlUrl, `shiliu_bench_${size}`)
  const start = performance.now()
  await fill(env)
  say(`seeded ${name} in ${Math.round((performance.now() - start) / 1000)} s`)
  writeFileSync(done, '')
  return env
}

/** Calls `use` with the settings of a copy that is deleted afterwards; of SQLite only. */
export async function withCopy<T>(env: Record<string, string>, use: (copy: Record<string, string>) => Promise<T>) {
  const dataDir = `${env.DATA_DIR}-copy`
  rmSync(dataDir, { recursive: true, force: true })
  cpSync(env.DATA_DIR ?? '', dataDir, { recursive: true })
  try {
    return await use({ ...env, DATA_DIR: dataDir })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Passes neither `.env` nor the caller's settings to the server. */
export function childEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_ENV: 'production', ...memorySettings, ...env }
}

/** The last one with their number: one may come in between while a version is made. */
function migrations(): string {
  const folder = join(root, 'apps/server/src/platform/db/migrations')
  const files = readdirSync(folder).filter((file) => /^\d/.test(file))
  return `${files.toSorted().at(-1)?.replace('.ts', '') ?? 'none'}-of-${files.length}`
}

function removeOlder(name: string, keep: string): void {
  if (!existsSync(cache)) return
  const older = readdirSync(cache).filter((entry) => entry.startsWith(`${name}-`) && join(cache, entry) !== keep)
  for (const entry of older) rmSync(join(cache, entry), { recursive: true })
}

async function emptyDatabase(url: string, name: string): Promise<void> {
  await onMysql(url, `drop database if exists ${name}`)
  await onMysql(url, `create database ${name} character set utf8mb4 collate utf8mb4_bin`)
}

export const dropDatabase = (url: string, name: string): Promise<void> =>
  onMysql(url, `drop database if exists ${name}`)

async function onMysql(url: string, statement: string): Promise<void> {
  const mysql = createRequire(join(root, 'apps/server/package.json'))('mysql2/promise')
  const connection = await mysql.createConnection({ uri: url })
  await connection.query(statement)
  await connection.end()
}

export function runSiteData(env: Record<string, string>, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...typescript(join(root, 'bench/site-data.ts')), ...args], {
      env: childEnv(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (text) => (output += String(text)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`bench/site-data.ts ended with ${code}`)),
    )
  })
}

export function version(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}
