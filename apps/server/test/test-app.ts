/** The whole application on an empty database of the engine under test, called through `inject`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn, QueryIn } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import type { Ctx } from '#deps.ts'
import { recordStorage } from '#modules/admin/site-mode.service.ts'
import { rememberPlaces } from '#modules/media/media.service.ts'
import type { Clock } from '#platform/clock.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { type OnQuery, openDatabase } from '#platform/db/client.ts'
import { migrate } from '#platform/db/migrate.ts'
import { pictureWorkers } from '#platform/images/picture-workers.ts'
import { openResources } from '#resources.ts'
import { emptyMysqlDatabase, newMysqlDatabase } from './mysql-databases.ts'

type TestClock = Clock & { advance(ms: number): void }

export type Answer<T> = { status: number; code: number; message: string; data: T; error?: string; field?: string }

type Input<E extends AnyEndpoint> = { params?: ParamsIn<E>; query?: QueryIn<E>; body?: BodyIn<E>; token?: string }

export type TestApp = {
  app: FastifyInstance
  ctx: Ctx
  clock: TestClock
  /** SQL statements since the last call. */
  countStatements(): number
  /** As `countStatements`, and clears the caches, so that the next calls read from the database. */
  countStatementsUncached(): number
  /** Calls an endpoint and returns status and envelope. */
  call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<Answer<OutputOf<E>>>
  /** As `call`, but throws unless the status is 200; returns `data`. */
  ok<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<OutputOf<E>>
}

/** Starts at a fixed time and moves by hand. */
function testClock(start = Date.UTC(2026, 8, 1, 4, 0, 0)): TestClock {
  let now = start
  return {
    // Each reading advances a millisecond, which makes «newest first» unambiguous.
    now: () => now++,
    advance(ms) {
      now += ms
    },
  }
}

/**
 * An empty database and a DATA_DIR; the caller removes both. `withoutTables` gives a database never migrated before,
 * `onDisk` an SQLite file whose commits wait for a disk, as on a real site.
 */
export async function testConfig({
  withoutTables = false,
  onDisk = false,
  settings = {},
}: {
  withoutTables?: boolean
  onDisk?: boolean
  settings?: Record<string, string>
} = {}): Promise<{ config: Config; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(onDisk ? inject('diskFolder') : tmpdir(), 'shiliu-test-'))
  const mysql = inject('engine') === 'mysql' ? await (withoutTables ? newMysqlDatabase() : emptyMysqlDatabase()) : null
  const config = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(mysql && { DATABASE_URL: mysql.url }),
    ...settings,
  })
  if (config.database.engine === 'sqlite' && !withoutTables) await writeFile(config.database.file, await migratedFile())
  config.limitFactor = 1000
  return {
    config,
    async remove() {
      await mysql?.giveBack()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let migrated: Promise<Buffer> | undefined

/** Made once per process, because the steps take longer than most tests. */
function migratedFile(): Promise<Buffer> {
  migrated ??= makeMigratedFile()
  return migrated
}

async function makeMigratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-migrated-'))
  const file = join(folder, 'shiliu.db')
  const database = openDatabase({ engine: 'sqlite', file })
  await migrate(database)
  await database.close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

/** For all tests of this process: each start takes a while. */
export const pictures = pictureWorkers({ log: pino({ level: 'silent' }) })

type AppOptions = Parameters<typeof buildApp>[1]

/**
 * Another node of the site until the end of the test. On SQLite, which one process serves, the same one: a second
 * connection would block this thread for seconds, waiting for what the first has begun.
 */
export async function anotherNode({ ctx, clock }: Pick<TestApp, 'ctx' | 'clock'>): Promise<Ctx> {
  if (ctx.engine === 'sqlite') return ctx
  const node = await openResources(ctx.config, { log: ctx.log, clock, pictures })
  onTestFinished(() => node.close())
  return node.ctx
}

/** Builds the application and closes it at the end of the test. Outside tests use `openTestApp`. */
export async function createTestApp(settings: Record<string, string> = {}, options: AppOptions = {}): Promise<TestApp> {
  const { close, ...test } = await openTestApp(undefined, settings, options)
  onTestFinished(close)
  return test
}

/** As `createTestApp`, but closed by the caller, for `beforeAll`. `onQuery` receives every statement. */
export async function openTestApp(
  onQuery?: OnQuery,
  settings: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp & { close(): Promise<void> }> {
  const { config, remove } = await testConfig({ settings })
  const clock = testClock()
  let statements = 0
  const log = pino({ level: 'silent' })
  const resources = await openResources(config, {
    log,
    clock,
    pictures,
    onQuery(sql, parameters) {
      statements++
      onQuery?.(sql, parameters)
    },
  })
  // The disk of the machine that runs the tests may be full.
  resources.ctx.disks.freeShare = async () => 1
  const app = await buildApp(resources.ctx, options)
  const countStatements = () => {
    const counted = statements
    statements = 0
    return counted
  }
  return {
    app,
    ctx: resources.ctx,
    clock,
    countStatements,
    countStatementsUncached() {
      resources.ctx.cache.clear()
      return countStatements()
    },
    ...callers(app),
    async close() {
      await app.close()
      await resources.close()
      await remove()
    },
  }
}

/** A site as its server has it, whose database stays. `close` is called at the end of the test, if not before. */
export async function openSite(config: Config) {
  const resources = await openResources(config, { log: pino({ level: 'silent' }), pictures })
  await rememberPlaces(resources.ctx)
  await recordStorage(resources.ctx)
  // Pages are redirected and refused without a build as with one.
  const webDir = await mkdtemp(join(tmpdir(), 'shiliu-test-web-'))
  await writeFile(join(webDir, 'index.html'), '<html><head><title></title></head></html>')
  const app = await buildApp(resources.ctx, { webDir })
  let open = true
  const close = async () => {
    if (!open) return
    open = false
    await app.close()
    await resources.close()
    await rm(webDir, { recursive: true })
  }
  onTestFinished(close)
  const get = async (url: string, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const response = await app.inject({ url: `/api${url}`, headers })
    return { status: response.statusCode, ...response.json() }
  }
  const signIn = async (user_id: string, password: string) => {
    const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { user_id, password } })
    return { status: response.statusCode, ...response.json() }
  }
  return { ctx: resources.ctx, app, ...callers(app), get, signIn, close }
}

function callers(app: FastifyInstance): Pick<TestApp, 'call' | 'ok'> {
  const call: TestApp['call'] = async (endpoint, { params, query, body, token } = {}) => {
    const response = await app.inject({
      method: endpoint.method,
      url: API_PREFIX + fill(endpoint.path, params ?? {}),
      query: Object.fromEntries(
        Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
      ),
      ...(body !== undefined && { payload: body as object }),
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    })
    return { status: response.statusCode, ...response.json() }
  }
  return {
    call,
    async ok(endpoint, input) {
      const answer = await call(endpoint, input)
      if (answer.status === 200) return answer.data
      throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.message}`)
    },
  }
}

function fill(path: string, params: object): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(Reflect.get(params, name))))
}
