/** Copies between the engine under test and a file of SQLite, both ways. */
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { deletePosts } from '#modules/posts/posts.deletion.service.ts'
import { beginRebuild, continueRebuild } from '#modules/search/rebuild.service.ts'
import { openResources } from '#resources.ts'
import { makeCategory, makePost, makeUser } from '#test/factories.ts'
import { startProxy, through } from '#test/stallable-proxy.ts'
import { createTestApp, testConfig } from '#test/test-app.ts'
import type { DatabaseConfig } from '../../config.ts'
import { openDatabase } from '../client.ts'
import { siteId } from '../marks.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { tx } from '../tx.ts'
import { type CopyConnection, createDatabase, openCopyConnection } from './connection.ts'
import { CopyError, decodeRow, encodeRow, type PortableRow, type PortableValue, sumTables } from './portable.ts'
import { openSnapshot } from './snapshot.ts'
import { appliedSteps, copiedTables, isCopied, listTables } from './tables.ts'
import { copyInto } from './target.ts'

/** On MySQL all steps take several seconds. */
const SLOW_MS = 60_000

/** Perhaps migrated by an earlier test, unless `withoutTables`. */
async function emptyDatabase({ withoutTables = false } = {}): Promise<DatabaseConfig> {
  const { config, remove } = await testConfig({ withoutTables })
  onTestFinished(remove)
  return config.database
}

async function emptyFile(): Promise<DatabaseConfig> {
  const { config, remove } = await testConfig({ withoutTables: true })
  onTestFinished(remove)
  return { engine: 'sqlite', file: join(config.dataDir, 'copy', 'shiliu.db') }
}

const migrated = (config: DatabaseConfig) => migratedTo(config)

async function migratedTo(config: DatabaseConfig, step?: string): Promise<DatabaseConfig> {
  await createDatabase(config)
  const database = openDatabase(config)
  await migrate(database, step)
  await database.close()
  return config
}

async function using<R>(config: DatabaseConfig, work: (connection: CopyConnection) => Promise<R>): Promise<R> {
  const connection = await openCopyConnection(config, 'write')
  return work(connection).finally(() => connection.close())
}

async function copy(from: DatabaseConfig, to: DatabaseConfig) {
  const source = await openSnapshot(from)
  return copyInto(source, to).finally(() => source.close())
}

async function sumsOf(config: DatabaseConfig) {
  const source = await openSnapshot(config)
  return sumTables(source).finally(() => source.close())
}

const TEXTS = [
  '',
  ' ends with spaces  ',
  '“引号”\\ \' " \n\r\t',
  '👩‍👩‍👧 🇨🇳 é e\u0301',
  '\u0001\u0000 control',
  '{"json": [1, null]}',
  '%_;--',
]
const INTEGERS: PortableValue[] = [
  0,
  1,
  -1,
  1_788_888_888_888,
  2 ** 53 - 1,
  9_223_372_036_854_775_807n,
  -9_007_199_254_740_993n,
]
const REALS = [0, -1.5, 0.1, 1e-7, 1e20, 123456.789012345, 2 ** 60]

/** Rows with every kind of value in every table of the schema, which refer to nothing that is not there. */
async function fillEveryTable(config: DatabaseConfig): Promise<string[]> {
  return using(config, async (connection) => {
    const tables = await copiedTables(connection)
    const isSqlite = config.engine === 'sqlite'
    for (const { name, columns, key, integers } of tables) {
      const kinds = new Map<string, { type: string; nullable: boolean; length: number; parent: boolean }>()
      const described = isSqlite
        ? await connection.rows(`select c.name, c.type, c."notnull" = 0, f."from" is not null from pragma_table_info('${name}') c
            left join pragma_foreign_key_list('${name}') f on f."from" = c.name`)
        : await connection.rows(`select c.column_name, c.data_type, c.is_nullable = 'YES', k.column_name is not null, c.character_maximum_length
            from information_schema.columns c left join information_schema.key_column_usage k on k.table_schema = c.table_schema
            and k.table_name = c.table_name and k.column_name = c.column_name and k.referenced_table_name is not null
            where c.table_schema = database() and c.table_name = '${name}'`)
      for (const [column, type, nullable, parent, length] of described) {
        kinds.set(String(column), {
          type: String(type),
          nullable: Number(nullable) === 1,
          parent: Number(parent) === 1,
          length: Number(length ?? 6),
        })
      }
      const rows: PortableRow[] = TEXTS.map((text, i) =>
        columns.map((column) => {
          const { type, nullable, parent, length } = kinds.get(column) ?? {
            type: '',
            nullable: false,
            parent: false,
            length: 0,
          }
          if (column === key) return integers.has(column) ? i + 1 : `key ${i}`
          if (parent) return nullable && i === 0 ? null : i + 1
          if (nullable && i % 3 === 0) return null
          if (/real|double/i.test(type)) return REALS[i % REALS.length] ?? 0
          if (integers.has(column)) return INTEGERS[i % INTEGERS.length] ?? 0
          return [...`${i}${text}`].slice(0, Math.min(length, 20)).join('')
        }),
      )
      await connection.insert(name, columns, rows)
    }
    return tables.map(({ name }) => name)
  })
}

it(
  'copies every table of the schema to the other engine and back, value by value',
  async () => {
    const source = await migrated(await emptyDatabase())
    const names = await fillEveryTable(source)
    const [file, back] = [await emptyFile(), await emptyDatabase()]
    const sums = await copy(source, file)
    expect(Object.keys(sums).toSorted()).toEqual(names.toSorted())
    expect(Object.values(sums).map(({ rows }) => rows)).toEqual(names.map(() => TEXTS.length))
    expect(await copy(file, back)).toEqual(sums)
    expect([await sumsOf(file), await sumsOf(back)]).toEqual([sums, sums])
    const read = (config: DatabaseConfig) =>
      using(config, async (connection) => {
        const [first] = await connection.rows(
          'select nickname, bio, posts.created_at, hot_score from users join posts on posts.id = users.id order by users.id limit 1 offset 5',
        )
        return first
      })
    expect(await read(back)).toEqual(await read(source))
  },
  SLOW_MS,
)

it(
  'knows all tables: what is not copied is the index, who serves, and what the engines keep',
  async () => {
    const source = await migrated(await emptyDatabase())
    const [all, copied] = await using(source, async (connection) => [
      await connection.rows(
        source.engine === 'sqlite'
          ? "select name from sqlite_master where type = 'table'"
          : 'select table_name from information_schema.tables where table_schema = database()',
      ),
      (await copiedTables(connection)).map(({ name }) => name),
    ])
    const left = all
      .map(([name]) => String(name))
      .filter((name) => !copied.includes(name) && !/^sqlite_|_(data|idx|content|docsize|config)$/.test(name))
    expect(left.toSorted()).toEqual([
      'backups',
      'kysely_migration',
      'kysely_migration_lock',
      'nodes',
      'search_drafts',
      'search_names',
      'search_notes',
    ])
    expect(copied.every(isCopied)).toBe(true)
    // Parents come first.
    expect(copied.indexOf('users')).toBeLessThan(copied.indexOf('posts'))
    expect(copied.indexOf('posts')).toBeLessThan(copied.indexOf('likes'))
  },
  SLOW_MS,
)

/** The application on a copy. */
async function openTarget(database: DatabaseConfig) {
  const { config, remove } = await testConfig({ withoutTables: true })
  const resources = await openResources({ ...config, database }, { log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await resources.close()
    await remove()
  })
  return resources
}

it(
  'reads what was there at one moment while the site goes on, and does not give old ids again',
  async () => {
    const { ctx } = await createTestApp()
    const ann = await makeUser(ctx, { nickname: '安' })
    await makeCategory(ctx)
    const { id } = await makePost(ctx, ann, { title: '银杏大道' })
    const last = await makePost(ctx, ann, {})
    await tx(ctx, (t) => deletePosts(t, [last.id]))
    const site = await siteId(ctx.db)
    const source = await openSnapshot(ctx.config.database)
    await makePost(ctx, ann, { title: '后来的' })
    const target = await emptyFile()
    const progress: number[] = []
    await copyInto(source, target, { progress: (done, total) => progress.push(done / total) }).finally(() =>
      source.close(),
    )
    expect(progress.at(-1)).toBe(1)

    const copied = await openTarget(target)
    expect(await copied.ctx.db.selectFrom('posts').select(['id', 'title']).execute()).toEqual([
      { id, title: '银杏大道' },
    ])
    expect(await siteId(copied.ctx.db)).toBe(site)
    // The index is written by the server.
    expect(await beginRebuild(copied.ctx)).toBe(true)
    await continueRebuild(copied.ctx)
    expect(await copied.ctx.search.list(copied.ctx.db, 'notes', 0, 10)).toEqual([id])
    const next = await makePost(copied.ctx, ann, {})
    expect(next.id).toBeGreaterThan(last.id)
  },
  SLOW_MS,
)

it('refuses a database that has rows, in words, and leaves them', async () => {
  const { ctx } = await createTestApp()
  const ann = await makeUser(ctx)
  const source = await migrated(await emptyFile())
  await expect(copy(source, ctx.config.database)).rejects.toThrow(/已经有数据（.*users/)
  expect(await ctx.db.selectFrom('users').select('id').execute()).toEqual([{ id: ann.id }])
})

it(
  'changes no database of an older version that has rows, nor one of another program',
  async () => {
    const source = await migrated(await emptyFile())
    const older = await emptyDatabase({ withoutTables: true })
    await using(older, (connection) => connection.run('create table users (id integer primary key)'))
    const tables = () => using(older, listTables)
    await expect(copy(source, older)).rejects.toThrow('别的程序的表（users）')
    const start = openTarget(older)
    await expect(start).rejects.toThrow('tables of another program')
    expect(await tables()).toEqual(['users'])

    await using(older, (connection) => connection.run('drop table users'))
    await migratedTo(older, '0020-upload-days')
    await using(older, (connection) =>
      connection.run("insert into categories (name, name_key, category_title, created_at) values ('a', 'a', 'a', 1)"),
    )
    await expect(copy(source, older)).rejects.toThrow('已经有数据（categories）')
    expect((await using(older, appliedSteps)).at(-1)).toBe('0020-upload-days')
  },
  SLOW_MS,
)

it(
  'begins anew where a copy was cut short',
  async () => {
    const [source, target] = [await migrated(await emptyFile()), await emptyDatabase()]
    await fillEveryTable(source)
    const stop = new AbortController()
    const cut = await openSnapshot(source)
    const copying = copyInto(cut, target, { signal: stop.signal, progress: (done) => done > 20 && stop.abort() })
    await expect(copying.finally(() => cut.close())).rejects.toThrow(/abort/i)
    const mark = () => using(target, (connection) => connection.rows("select value from marks where name = 'copying'"))
    expect(await mark()).toEqual([[1]])
    const sums = await copy(source, target)
    expect([await sumsOf(target), await mark()]).toEqual([sums, []])
  },
  SLOW_MS,
)

it(
  'fails where a table does not read back as it was written, and begins anew',
  async () => {
    const [source, target] = [await migrated(await emptyFile()), await emptyDatabase()]
    await fillEveryTable(source)
    /** Changes the target when the last row is written. */
    const copyChanging = async (...changes: string[]) => {
      const snapshot = await openSnapshot(source)
      const last = snapshot.tables.at(-1)
      const rows: typeof snapshot.rows = async function* (table) {
        yield* snapshot.rows(table)
        if (table !== last) return
        await using(target, async (connection) => {
          for (const change of changes) await connection.run(change)
        })
      }
      await copyInto({ ...snapshot, rows }, target).finally(() => snapshot.close())
    }
    const changes = ["update users set bio = 'x' where id = 3", 'delete from likes where id = 1']
    await expect(copyChanging(...changes)).rejects.toThrow(/^读回来的和写进去的不一样：users、likes$/)
    await copyChanging()
    expect(await sumsOf(target)).toEqual(await sumsOf(source))
  },
  SLOW_MS,
)

it(
  'refuses rows of a newer version and brings older ones up to date',
  async () => {
    const source = await migrated(await emptyFile())
    const steps = Object.keys(migrations)
    const snapshot = await openSnapshot(source)
    onTestFinished(() => snapshot.close())
    const newer = { ...snapshot, steps: [...steps, '9999-future'] }
    const target = await emptyDatabase({ withoutTables: true })
    await expect(copyInto(newer, target)).rejects.toThrow('更新的版本（9999-future）')
    await expect(copyInto({ ...snapshot, steps: [] }, target)).rejects.toThrow('没有小石榴的表')

    const older = await migratedTo(await emptyFile(), '0040-address-bans')
    await copy(older, target)
    expect(await using(target, appliedSteps)).toEqual(steps)
    if (target.engine === 'sqlite') return
    // As a server leaves an unfinished copy that it refuses to serve.
    await using(target, (connection) => connection.run("insert into marks (name, value) values ('copying', 1)"))
    await copy(older, target)
    expect(await using(target, appliedSteps)).toEqual(steps)
  },
  SLOW_MS,
)

if (inject('engine') === 'mysql')
  it(
    'says when a database hangs or has another password',
    async () => {
      const source = await openSnapshot(await migrated(await emptyFile()))
      onTestFinished(() => source.close())
      const { url } = (await emptyDatabase()) as { engine: 'mysql'; url: string }
      const silent = createServer((socket) => void socket.on('error', () => {}))
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => new Promise<void>((resolve) => void silent.close(() => resolve())))
      const hung = new URL(url)
      hung.host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
      await expect(copyInto(source, { engine: 'mysql', url: hung.href })).rejects.toThrow(/cannot connect|没有回答/)

      const filled = await migrated(await emptyFile())
      await fillEveryTable(filled)
      const rows = await openSnapshot(filled)
      onTestFinished(() => rows.close())
      const proxy = await startProxy(url)
      const behind = { engine: 'mysql', url: through(proxy, url) } as const
      // While rows are written, and while they are read back.
      for (const share of [0, 0.6]) {
        const progress = (done: number, total: number) => void (done > total * share && proxy.stall())
        await expect(copyInto(rows, behind, { answerMs: 500, progress })).rejects.toThrow('没有回答')
        proxy.resume()
      }

      const wrong = new URL(url)
      wrong.username = 'nobody-of-ours'
      wrong.password = 'wrong'
      await expect(copyInto(source, { engine: 'mysql', url: wrong.href })).rejects.toThrow(/wrong user or password/)
    },
    SLOW_MS,
  )

if (inject('engine') === 'mysql')
  it(
    'makes a database that is missing',
    async () => {
      const source = await openSnapshot(await migrated(await emptyFile()))
      onTestFinished(() => source.close())
      const { url } = (await emptyDatabase()) as { engine: 'mysql'; url: string }
      const missing = new URL(url)
      missing.pathname = `${missing.pathname}_new`
      await copyInto(source, { engine: 'mysql', url: missing.href })
      await using({ engine: 'mysql', url }, (connection) =>
        connection.run(`drop database ${missing.pathname.slice(1)}`),
      )
    },
    SLOW_MS,
  )

it('keeps every value in a line of text', () => {
  const row = [null, 0, -1.5, 2 ** 53 - 1, 2n ** 63n - 1n, '行\n"', new Uint8Array([0, 255])]
  expect(decodeRow(encodeRow(row))).toEqual(row)
  for (const damaged of ['{}', '[{}]', '[1', '[true]']) expect(() => decodeRow(damaged), damaged).toThrow()
  expect(new CopyError('x')).toBeInstanceOf(Error)
})
