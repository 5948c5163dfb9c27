import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createUser } from '#modules/users/users.service.ts'
import { createTestApp } from '#test/test-app.ts'
import { afterCommit, tx } from './tx.ts'

const person = (user_id: string) => ({ user_id, nickname: '同学', password_hash: 'x' })

async function setUp() {
  const { ctx } = await createTestApp()
  const userIds = async () =>
    (await ctx.db.selectFrom('users').select('user_id').orderBy('id').execute()).map((row) => row.user_id)
  return { ctx, userIds }
}

describe('tx', () => {
  it('rolls back everything when the work fails, and runs no afterCommit callback', async () => {
    const { ctx, userIds } = await setUp()
    const told: string[] = []
    const work = tx(ctx, async (t) => {
      await createUser(t, person('first'))
      afterCommit(t, () => void told.push('first'))
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await userIds()).toEqual([])
    expect(told).toEqual([])
  })

  it('joins the transaction it is called in', async () => {
    const { ctx, userIds } = await setUp()
    const order: string[] = []
    await expect(
      tx(ctx, async (t) => {
        await tx(t, async (inner) => {
          await createUser(inner, person('inner'))
          afterCommit(inner, () => void order.push('told'))
        })
        order.push('outer goes on')
        throw new Error('outer fails')
      }),
    ).rejects.toThrow()
    expect(await userIds()).toEqual([])
    await tx(ctx, (t) =>
      tx(t, async (inner) => {
        await createUser(inner, person('kept'))
        afterCommit(inner, () => void order.push('told'))
      }),
    )
    expect(await userIds()).toEqual(['kept'])
    expect(order).toEqual(['outer goes on', 'told'])
  })

  it('rejects the use of the outer database inside, instead of a deadlock or a write that escapes', async () => {
    const { ctx, userIds } = await setUp()
    await expect(tx(ctx, async () => createUser(ctx, person('escaped')))).rejects.toThrow('inside a transaction')
    expect(await userIds()).toEqual([])
  })

  it('leaves the outer database usable after the transaction', async () => {
    const { ctx, userIds } = await setUp()
    let later: Promise<number> | undefined
    await tx(ctx, async (t) => {
      afterCommit(t, () => {
        later = createUser(ctx, person('later'))
      })
    })
    await later
    expect(await userIds()).toEqual(['later'])
  })

  it('retries the victim of a deadlock', async () => {
    const { ctx, userIds } = await setUp()
    let attempts = 0
    await tx(ctx, async (t) => {
      attempts++
      await createUser(t, person(`attempt${attempts}`))
      if (attempts < 3) throw Object.assign(new Error('Deadlock found'), { errno: 1213 })
    })
    expect(attempts).toBe(3)
    expect(await userIds()).toEqual(['attempt3'])
  })

  it('never retries committed work, even when a callback fails', async () => {
    const { ctx, userIds } = await setUp()
    let attempts = 0
    const work = tx(ctx, async (t) => {
      await createUser(t, person(`attempt${++attempts}`))
      afterCommit(t, () => {
        throw Object.assign(new Error('Deadlock found'), { errno: 1213 })
      })
    })
    await expect(work).rejects.toThrow('Deadlock found')
    expect(await userIds()).toEqual(['attempt1'])
  })
})

it('rejects afterCommit outside a transaction', async () => {
  const { ctx } = await setUp()
  expect(() => afterCommit(ctx, () => undefined)).toThrow('needs a transaction')
})

// MySQL of its own would be needed for the first, and its transactions lock rows.
if (inject('engine') === 'sqlite') {
  it('that reads before it writes does not fail because a command wrote in between', async () => {
    const { ctx, userIds } = await setUp()
    const { database } = ctx.config
    if (database.engine !== 'sqlite') throw new Error('Only for SQLite')
    const command = new SqliteDatabase(database.file, { timeout: 0 })
    onTestFinished(() => void command.close())
    let attempts = 0
    await tx(ctx, async (t) => {
      attempts++
      await t.db.selectFrom('users').select('id').execute()
      // It has to wait.
      expect(() => command.exec("insert into marks (name, value) values ('test', 1)")).toThrow('locked')
      await createUser(t, person('one'))
    })
    command.exec("insert into marks (name, value) values ('test', 1)")
    expect([attempts, await userIds()]).toEqual([1, ['one']])
  })

  it('keeps the cause of a failure that has ended the transaction already', async () => {
    const { ctx } = await setUp()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(ctx.db)
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`).execute(ctx.db)
    const full = tx(ctx, async (t) => {
      for (let i = 0; i < 1000; i++) await createUser(t, person(`many${i}`))
    })
    await expect(full).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  })
}
