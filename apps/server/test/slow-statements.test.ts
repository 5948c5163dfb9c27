import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type Db, openDatabase } from '#platform/db/client.ts'
import { migrate } from '#platform/db/migrate.ts'
import { slowStatements } from '#platform/db/slow-statements.ts'
import { tx } from '#platform/db/tx.ts'
import { testConfig } from './test-app.ts'

/** A database whose every statement is slow. */
async function setUp(thresholdMs = 0.001) {
  const lines: Record<string, unknown>[] = []
  const slow: string[] = []
  const { config, remove } = await testConfig()
  const database = openDatabase(config.database, {
    onAnswer: slowStatements({
      thresholdMs,
      log: { warn: (line) => lines.push(line as Record<string, unknown>) },
      onSlow: (statement) => slow.push(statement),
    }),
  })
  await migrate(database)
  for (const list of [lines, slow]) list.length = 0
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  return { database, lines, slow, db: database.db }
}

async function countSomething(db: Db, secret = 'a secret') {
  return await db.selectFrom('users').selectAll().where('nickname', '=', secret).execute()
}

async function showPage(db: Db) {
  return await countSomething(db)
}

it('names the functions that wait, without values', async () => {
  const { db, lines } = await setUp()
  await showPage(db)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ statement: 'countSomething', by: expect.arrayContaining(['showPage']) })
  expect(lines[0]?.sql).toMatch(/^select \* from .users./)
  expect(JSON.stringify(lines)).not.toContain('a secret')
})

it('names them in a transaction, too', async () => {
  const { database, lines } = await setUp()
  await tx(database, async (t) => {
    await countSomething(t.db)
    await countSomething(t.db)
  })
  expect(lines.filter(({ sql }) => String(sql).startsWith('select'))).toMatchObject([{ statement: 'countSomething' }])
})

it('says what kind of statement it is where nobody waits', async () => {
  const { db, slow } = await setUp()
  const statement = sql`select 1 from tags where id = 7`
  await new Promise((resolve) => setImmediate(() => void statement.execute(db).finally(() => setImmediate(resolve))))
  expect(slow).toEqual(['select tags'])
})

it('logs the same one every ten seconds, and how many it left out', () => {
  const lines: object[] = []
  let now = 0
  const clock = { now: () => now }
  const note = slowStatements({ thresholdMs: 10, log: { warn: (line) => lines.push(line) }, onSlow: () => {}, clock })
  function listNotes() {
    note('select * from posts', 12)
  }
  listNotes()
  listNotes()
  listNotes()
  expect(lines).toMatchObject([{ statement: 'listNotes', ms: 12 }])
  now = 10_000
  listNotes()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ statement: 'listNotes', notLogged: 2 })
})

it('names none below the threshold, nor where it is 0', async () => {
  for (const threshold of [0, 60_000]) {
    const { db, slow } = await setUp(threshold)
    await showPage(db)
    expect(slow).toEqual([])
  }
})
