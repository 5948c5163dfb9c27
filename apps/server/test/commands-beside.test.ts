/** Commands that say that the site may run leave its writes alone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openResources } from '#resources.ts'
import { makeCategory, makeUser } from './factories.ts'
import { startServerProcess } from './server-process.ts'
import { testConfig } from './test-app.ts'

const NOTES = 1500
const WRITERS = 24
const folder = fileURLToPath(new URL('..', import.meta.url))

it('no write fails beside reindex, recount and backup', { timeout: 120_000 }, async () => {
  const { config, remove } = await testConfig()
  onTestFinished(remove)
  const { ctx, close } = await openResources(config, { log: pino({ level: 'silent' }) })
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
  await close()
  const server = await startServerProcess(config)

  const statuses: Record<number, number> = {}
  let longest = 0
  let done = false
  const writer = async (token: string, start: number) => {
    for (let i = start; !done; i++) {
      const before = performance.now()
      const response = await fetch(`${server.address}/api/likes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ target_type: 1, target_id: notes[i % NOTES] }),
      })
      await response.arrayBuffer()
      longest = Math.max(longest, performance.now() - before)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      // Below the limits of a new account: 60 a minute.
      await new Promise((resolve) => setTimeout(resolve, 1100))
    }
  }
  const writing = Promise.all(people.map(({ token }, i) => writer(token, i * 100)))

  const codes: Record<string, number | null> = {}
  const commands = inject('engine') === 'sqlite' ? ['reindex', 'recount', 'backup'] : ['reindex', 'recount']
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
  expect(statuses[200]).toBeGreaterThan(WRITERS)
  expect(longest).toBeLessThan(5000)
})
