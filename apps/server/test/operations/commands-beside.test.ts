/** Commands that say that the site may run leave its writes alone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { openResources } from '#resources.ts'
import { makeCategory, makeUser } from '#test/factories.ts'
import { testConfig } from '#test/test-app.ts'

const NOTES = 1500
const WRITERS = 24
const folder = fileURLToPath(new URL('../..', import.meta.url))

it('no write fails beside reindex, recount and backup', { timeout: 120_000 }, async () => {
  const { config, remove } = await testConfig({ onDisk: true })
  const fail = (error: Error) => void failures.push(error)
  const failures: Error[] = []
  let rolledBack = 0
  const { ctx, close } = await openResources(config, {
    log: pino({ level: 'silent' }),
    groupCommit: { onSyncFailure: fail, onCheckpointFailure: fail },
    onQuery(sql) {
      if (sql === 'rollback') rolledBack++
    },
  })
  // Without a server's refusals under pressure: who refuses here is the database.
  const app = await buildApp(ctx)
  onTestFinished(async () => {
    await app.close()
    await close()
    await remove()
  })
  const people = await Promise.all(Array.from({ length: WRITERS }, () => makeUser(ctx)))
  const category_id = (await makeCategory(ctx)).id
  const [author] = people
  if (!author) throw new Error('nobody')
  const content = '今天在图书馆复习，窗外下雨了。'.repeat(60)
  const row = { content, is_draft: 0, category_id, user_id: author.id, created_at: 1, updated_at: 1 }
  for (let i = 0; i < NOTES; i += 100) {
    const some = Array.from({ length: 100 }, (_, n) => ({ ...row, title: `第${i + n}篇`, hot_score: i + n }))
    await ctx.db.insertInto('posts').values(some).execute()
  }
  const notes = (await ctx.db.selectFrom('posts').select('id').execute()).map(({ id }) => id)

  const statuses: Record<number, number> = {}
  let longest = 0
  let done = false
  const writer = async (token: string, start: number) => {
    for (let i = start; !done; i++) {
      const before = performance.now()
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/likes',
        headers: { authorization: `Bearer ${token}` },
        payload: { target_type: 1, target_id: notes[i % NOTES] },
      })
      longest = Math.max(longest, performance.now() - before)
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      // So many that some meet each transaction of the commands.
      await wait(50)
    }
  }
  const writing = Promise.all(people.map(({ token }, i) => writer(token, i * 100)))

  const codes: Record<string, number | null> = {}
  const commands = ['reindex', 'recount', 'backup']
  for (const command of commands) {
    const child = spawn(process.execPath, ['src/cli.ts', command], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: config.dataDir,
        ...(config.database.engine === 'mysql' && { DATABASE_URL: config.database.url }),
      },
      stdio: 'ignore',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    codes[command] = (await once(child, 'exit'))[0]
  }
  done = true
  await writing
  expect(codes).toEqual(Object.fromEntries(commands.map((command) => [command, 0])))
  expect(Object.keys(statuses)).toEqual(['200'])
  // None had to be repeated, which would end some time: SQLite has no deadlocks.
  if (inject('engine') === 'sqlite') expect(rolledBack).toBe(0)
  expect(statuses[200]).toBeGreaterThan(WRITERS)
  expect(longest).toBeLessThan(5000)
  expect(failures).toEqual([])
})
