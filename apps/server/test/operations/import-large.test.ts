/** A site of ten thousand notes comes whole, in bounded time, also where the import is killed on its way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { State } from '#import/stage.ts'
import type { Config } from '#platform/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { migrate } from '#platform/db/migrate.ts'
import { cli, driftOf, ENGINES, emptySite } from '#test/import-target.ts'
import { createOldSite, insertMany, OLD_PASSWORD, oldUploads } from '#test/old-site.ts'
import { openSite } from '#test/test-app.ts'

const POSTS = 10_000
const USERS = 1000
const ROWS = {
  users: USERS,
  admins: 1,
  categories: 8,
  tags: 200,
  posts: POSTS,
  post_images: POSTS * 2,
  post_tags: POSTS * 2,
  comments: POSTS * 3,
  likes: POSTS * 10,
  collections: POSTS * 2,
  follows: USERS,
  notifications: POSTS,
} as const
/** Twenty times what it takes on two busy cores. */
const MINUTES = 10

/** Runs the command in a process of its own and kills it once the import has come so far. */
async function killWhen(config: Config, argv: string[], isFar: (state: State) => boolean): Promise<void> {
  const { PATH } = process.env
  const { dataDir, database: at, jwtSecret } = config
  const child = spawn(process.execPath, ['src/cli.ts', ...argv], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH, DATA_DIR: dataDir, JWT_SECRET: jwtSecret, ...(at.engine === 'mysql' && { DATABASE_URL: at.url }) },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const database = openDatabase(at)
  try {
    await expect
      .poll(
        async () => {
          const row = await database.db.selectFrom('imports').select('value').executeTakeFirst()
          return row !== undefined && isFar(JSON.parse(row.value))
        },
        { timeout: MINUTES * 30_000, interval: 20 },
      )
      .toBe(true)
  } finally {
    child.kill('SIGKILL')
    await exited
    await database.close()
  }
}

describe.each(ENGINES)('a site of ten thousand notes, into %s', (engine) => {
  it('brings every row', { timeout: MINUTES * 60_000 }, async () => {
    const [old, folder, config] = [await createOldSite(), await oldUploads(), await emptySite(engine)]
    await insertMany(old, { users: USERS, posts: POSTS })
    const target = openDatabase(config.database)
    await migrate(target).finally(() => target.close())
    const command = ['import', '--from', old.url, '--uploads', folder]
    await killWhen(config, command, ({ counts }) => (counts.users?.read ?? 0) > 200)
    await killWhen(config, command, ({ counts }) => (counts.posts?.read ?? 0) > POSTS / 2)
    await killWhen(config, command, ({ counts }) => (counts.likes?.read ?? 0) > POSTS)
    await killWhen(config, command, ({ done }) => done.includes('count users'))
    const start = performance.now()
    const done = await cli(config, ...command)
    const seconds = (performance.now() - start) / 1000
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(seconds).toBeLessThan(MINUTES * 60)

    const site = await openSite(config)
    const { db } = site.ctx
    const counted: Record<string, number> = {}
    for (const table of Object.keys(ROWS) as (keyof typeof ROWS)[]) {
      const query = db.selectFrom(table as 'posts').select((eb) => eb.fn.countAll().as('n'))
      counted[table] = Number((await query.executeTakeFirstOrThrow()).n)
    }
    expect(counted).toEqual(ROWS)
    expect(await db.selectFrom('old_uploads').select('name').orderBy('name').execute()).toHaveLength(3)
    expect(await db.selectFrom('media').select('id').execute()).toHaveLength(3)
    expect(await driftOf(site)).toEqual([])
    for (const id of [1, 500, USERS]) {
      expect((await site.signIn(`old_user_${id}`, OLD_PASSWORD)).data.user.id).toBe(id)
    }
    const feed = (await site.get('/posts?category=recommend&limit=20')).data
    expect(feed.pagination.total).toBe(POSTS)
    const [found] = (await site.get(`/search?type=posts&keyword=${encodeURIComponent('第 7777 篇')}`)).data.posts.data
    expect(found).toMatchObject({ id: 7777, like_count: 10, comment_count: 3, collect_count: 2 })
    await site.close()
    expect(await cli(config, ...command)).toMatchObject({ code: 1, err: expect.stringContaining('已经在') })
  })
})
