/** Which code runs on which schema (docs/decisions/061-rolling-upgrades.md), with two steps of a made-up version. */
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { openTestApp, testConfig } from '#test/test-app.ts'
import { type Db, openDatabase } from './client.ts'
import { findMark } from './marks.ts'
import { migrate } from './migrate.ts'
import { migrations, type Step } from './migrations/index.ts'
import { floorOf, newestStep, refuseContracted, schemaState, storeFloor } from './schema-state.ts'

const up = async () => {}
/** The next version adds, the one after it takes away what the next one does without. */
const NEXT = { '9001-add': { kind: 'expand', up } } satisfies Record<string, Step>
const AFTER = { ...NEXT, '9002-take-away': { kind: 'contract', needs: '9001-add', up } } satisfies Record<string, Step>

// Making the tables takes longer on MySQL than a test may.
beforeAll(async () => (await openTestApp()).close())

async function open() {
  const { config, remove } = await testConfig()
  const handle = openDatabase(config.database)
  await migrate(handle)
  onTestFinished(async () => {
    // The database is kept for other tests.
    await sql`delete from kysely_migration where name like '9%'`.execute(handle.db)
    await handle.close()
    await remove()
  })
  return { db: handle.db, handle }
}

async function apply(db: Db, steps: Record<string, Step>): Promise<void> {
  for (const name of Object.keys(steps)) {
    const { rows } = await sql`select 1 from kysely_migration where name = ${name}`.execute(db)
    if (rows.length === 0) await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
  }
  await storeFloor(db, { ...migrations, ...steps })
}

it('lets code run on while newer versions expand, and refuses once they take away what it needs', async () => {
  const { db, handle } = await open()
  expect(await schemaState(db)).toMatchObject({ pending: [], newer: [], refusal: null })
  const steps = Object.keys(migrations).length
  await apply(db, NEXT)
  expect(await schemaState(db)).toMatchObject({ applied: steps + 1, newer: ['9001-add'], refusal: null })
  expect(await migrate(handle)).toEqual([])
  await refuseContracted(db)
  await apply(db, AFTER)
  // The next version copes; this one does not.
  await refuseContracted(db, { ...migrations, ...NEXT })
  const words = `takes a version that knows step 9001, this one knows steps up to ${newestStep()}`
  await expect(refuseContracted(db)).rejects.toThrow(words)
  await expect(migrate(handle)).rejects.toThrow(words)
  expect((await schemaState(db)).refusal).toMatchObject({ needs: 9001, newest: newestStep() })
})

it('keeps the floor, which never goes down', async () => {
  const { db } = await open()
  await storeFloor(db)
  const own = floorOf(Object.keys(migrations))
  expect(await findMark(db, 'schema-floor')).toBe(own)
  await apply(db, AFTER)
  await storeFloor(db)
  expect(await findMark(db, 'schema-floor')).toBe(9001)
})

it('refuses a database that another line of versions has changed', async () => {
  const { db, handle } = await open()
  const [last = ''] = Object.keys(migrations).toReversed()
  await sql`insert into kysely_migration (name, timestamp) values ('9001-add', '')`.execute(db)
  const { rows } = await sql<{
    timestamp: string
  }>`select timestamp from kysely_migration where name = ${last}`.execute(db)
  await sql`delete from kysely_migration where name = ${last}`.execute(db)
  onTestFinished(async () => {
    await sql`insert into kysely_migration (name, timestamp) values (${last}, ${rows[0]?.timestamp})`.execute(db)
  })
  await expect(migrate(handle)).rejects.toThrow(`(9001-add) and lacks some of this one (${last})`)
})

/** What code of the version before may meet. Indexes may go: they are fast, not needed. */
const TAKES_AWAY = /\b(?:drop (?:table|column)|rename|modify|change column)\b/i
const ADDS_COLUMN = /\badd column\b(.*)$/is

it.each(Object.entries(migrations))('%s is of the kind that its statements are', async (name, step) => {
  const { db, engine, statements } = await before(name)
  statements.length = 0
  await step.up(db as unknown as Kysely<unknown>, engine)
  const breaking = statements.filter((text) => {
    const added = ADDS_COLUMN.exec(text)?.[1]
    const mustBeGiven = added !== undefined && /not null/i.test(added) && !/default/i.test(added)
    return TAKES_AWAY.test(text) || mustBeGiven
  })
  if (step.kind === 'expand') expect(breaking).toEqual([])
  else expect(step.needs === undefined || Object.hasOwn(migrations, step.needs)).toBe(true)
})

let shared: Promise<Awaited<ReturnType<typeof openShared>>> | undefined

/** One database for all steps, which come in order. */
async function openShared() {
  const { config, remove } = await testConfig({ withoutTables: true })
  const statements: string[] = []
  const handle = openDatabase(config.database, { onQuery: (text) => statements.push(text) })
  return { ...handle, statements, remove }
}

async function before(name: string) {
  shared ??= openShared()
  const opened = await shared
  if (name === Object.keys(migrations).at(-1)) {
    onTestFinished(async () => {
      await opened.close()
      await opened.remove()
      shared = undefined
    })
  }
  return opened
}
