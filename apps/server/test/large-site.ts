/** A site of 20 000 posts, made by SQL. User 1 owns much of it, so that reads of own rows show their cost. */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import { sql } from 'kysely'
import type { Ctx } from '#deps.ts'
import { authorLabel, categoryLabel, tagLabel } from '#modules/posts/search-indexing.service.ts'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'

/**
 * More of everything than a plan may scan or sort and than a search ranks. Five times as many make the same plans, but
 * MySQL reads all hits of a word for each search.
 */
const SIZE = { notes: 20_000, users: 20_000, tags: 2000, categories: 10, reactions: 20_000 }
/** Contained in nearly every post, and in hardly any. */
export const COMMON_WORD = '学习'
export const RARE_WORD = '鲸落'

const START = Date.UTC(2026, 0, 1)
const DIGIT = Array.from({ length: 10 }, (_, n) => `select ${n} as n`).join(' union all ')
const NUMBER = '(a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n)'
const FIVE_DIGITS = ['a', 'b', 'c', 'd', 'e'].map((place) => `(${DIGIT}) ${place}`).join(', ')

/** `insert … select` of the numbers 0 to `size` - 1, available as `n` in the values. */
async function fill(db: Db, table: string, size: number, values: Record<string, string | number>): Promise<void> {
  const numbers = `(select ${NUMBER} as n from ${FIVE_DIGITS}) numbers`
  const columns = Object.keys(values).join(', ')
  await sql
    .raw(
      `insert into ${table} (${columns}) select ${Object.values(values).join(', ')} from ${numbers} where n < ${size}`,
    )
    .execute(db)
}

/** User 1 for every tenth row, the others in turn. */
const AUTHOR = `(case when n % 10 = 0 then 1 else n % ${SIZE.users} + 1 end)`
const time = (every: number) => `${START} + n * ${every}`
const counters = {
  follow_count: 'n % 50',
  fans_count: 'n % 70',
  post_count: 5,
  like_count: 'n % 300',
  collect_count: 3,
}

/** Fills an empty database; the counters are arbitrary. */
export async function seedLargeSite(ctx: Ctx): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await seedRows(db)
    await seedSearch({ ...ctx, db })
  })
  // InnoDB would update its statistics only later.
  if (ctx.engine === 'mysql') {
    const tables = 'users, posts, post_images, post_tags, tags, comments, likes, collections, follows, notifications'
    await sql.raw(`analyze table ${tables}, sessions, categories`).execute(ctx.db)
  }
}

async function seedRows(db: Db): Promise<void> {
  const stamps = { created_at: time(1000), updated_at: time(1000) }
  const account = { password_hash: "''", avatar: "''", bio: "''", location: "''" }
  const person = { id: 'n + 1', user_id: "'u'", user_id_key: 'n', nickname: "'同学'", ...account }
  await fill(db, 'users', SIZE.users, { ...person, ...counters, ...stamps })
  await sql.raw(`update users set user_id = user_id_key, post_count = ${SIZE.notes / 10} where id = 1`).execute(db)
  const category = {
    id: 'n + 1',
    name: "'分类'",
    name_key: 'n',
    category_title: 'n',
    post_count: SIZE.notes / SIZE.categories,
  }
  await fill(db, 'categories', SIZE.categories, { ...category, created_at: START })
  const tag = { id: 'n + 1', name: "'标签'", name_key: 'n', use_count: 'n % 500', created_at: time(1) }
  await fill(db, 'tags', SIZE.tags, tag)
  const counts = { view_count: 'n % 1000', like_count: 'n % 97', collect_count: 'n % 31', comment_count: 'n % 7' }
  await fill(db, 'posts', SIZE.notes, {
    id: 'n + 1',
    user_id: AUTHOR,
    category_id: `n % ${SIZE.categories} + 1`,
    title: "'一篇笔记'",
    content: "'今天也在图书馆'",
    is_draft: '(case when n % 20 = 0 then 1 else 0 end)',
    ...counts,
    hot_score: 'n % 97 + n / 1000.0',
    ...stamps,
  })
  await fill(db, 'post_images', SIZE.notes, { post_id: 'n + 1', position: 0, url: "'https://pictures.example/1.webp'" })
  await fill(db, 'post_tags', SIZE.notes, { post_id: 'n + 1', tag_id: 'n % 10 + 1', position: 0 })
  await fill(db, 'post_tags', SIZE.notes, { post_id: 'n + 1', tag_id: `n % ${SIZE.tags - 10} + 11`, position: 1 })
  await seedReactions(db)
}

async function seedReactions(db: Db): Promise<void> {
  // A third of the comments is on post 2, a third of those below its first comment.
  await fill(db, 'comments', SIZE.reactions, {
    id: 'n + 1',
    post_id: '(case when n % 3 = 0 then 2 else n + 1 end)',
    user_id: AUTHOR,
    parent_id: '(case when n % 9 = 0 and n > 0 then 1 end)',
    root_id: '(case when n % 9 = 0 and n > 0 then 1 end)',
    content: "'说得好'",
    like_count: 'n % 5',
    created_at: time(1000),
  })
  // Unique pairs: user 1 with every third post, the others with the rest.
  const pair = { user_id: `(case when n % 3 = 0 then 1 else n % ${SIZE.users - 1} + 2 end)`, post_id: 'n + 1' }
  const like = { target_type: TARGET.post, target_id: 'n + 1', created_at: time(1000) }
  await fill(db, 'likes', SIZE.reactions, { ...pair, ...like })
  await fill(db, 'collections', SIZE.reactions, { ...pair, created_at: time(1000) })
  // User 1 follows everybody, half of them follow back, and some follow each other.
  const others = SIZE.users - 1
  const follow = { created_at: time(1000) }
  await fill(db, 'follows', others, { follower_id: 1, following_id: 'n + 2', ...follow })
  await fill(db, 'follows', others / 2, { follower_id: 'n + 2', following_id: 1, ...follow })
  await fill(db, 'follows', others - 1, { follower_id: 'n + 2', following_id: 'n + 3', ...follow })
  await fill(db, 'notifications', SIZE.reactions, {
    user_id: `(case when n % 3 = 0 then 1 else n % ${SIZE.users} + 1 end)`,
    sender_id: `n % ${SIZE.users - 1} + 2`,
    // All types in turn.
    type: `n % ${Math.max(...Object.values(NOTICE))} + 1`,
    title: "''",
    target_id: 'n + 1',
    event_key: 'n',
    is_read: '(case when n % 4 = 0 then 0 else 1 end)',
    created_at: time(1000),
  })
}

async function seedSearch(ctx: Ctx): Promise<void> {
  const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)
  for (const some of chunks(numbers(SIZE.notes), 5000)) {
    const entries = some.map((n) => {
      const rare = n % (SIZE.notes / 10) === 1 ? RARE_WORD : ''
      return {
        id: n + 1,
        title: n % 50 === 0 ? '无题' : `${COMMON_WORD}的一天`,
        texts: [`今天也在图书馆${COMMON_WORD}${rare}`, '同学'],
        labels: [
          authorLabel(n % 10 === 0 ? 1 : (n % SIZE.users) + 1),
          categoryLabel((n % SIZE.categories) + 1),
          tagLabel(String(n % 10)),
        ],
        draft: n % 20 === 0,
      }
    })
    for (const draft of [true, false]) {
      await ctx.search.put(
        ctx.db,
        draft ? 'drafts' : 'notes',
        entries.filter((entry) => entry.draft === draft),
      )
    }
  }
  for (const some of chunks(numbers(SIZE.users), 5000)) {
    await ctx.search.put(
      ctx.db,
      'users',
      some.map((n) => ({ id: n + 1, texts: ['同学', String(n)] })),
    )
  }
}
