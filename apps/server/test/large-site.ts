/** A large site, made by SQL. User 1 owns much of it, so that reads of own rows show their cost. */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import { sql } from 'kysely'
import type { Ctx } from '#deps.ts'
import { authorLabel, categoryLabel, tagLabel } from '#modules/posts/search-indexing.service.ts'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'

type Size = { notes: number; users: number; tags: number; categories: number; reactions: number; text: string }

/**
 * More of everything than a plan may scan or sort and than a search ranks. Five times as many make the same plans, but
 * MySQL reads all hits of a word for each search.
 */
const SIZE: Size = {
  notes: 20_000,
  users: 20_000,
  tags: 2000,
  categories: 10,
  reactions: 20_000,
  text: '今天也在图书馆',
}
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
const authorOf = ({ users }: Pick<Size, 'users'>) => `(case when n % 10 = 0 then 1 else n % ${users} + 1 end)`
const time = (every: number) => `${START} + n * ${every}`
const counters = {
  follow_count: 'n % 50',
  fans_count: 'n % 70',
  post_count: 5,
  like_count: 'n % 300',
  collect_count: 3,
}

/** Fills an empty database; the counters are arbitrary. At most 100 000 of everything. */
export async function seedLargeSite(ctx: Ctx, size = SIZE): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await seedRows(db, size)
    await seedAnnouncements(db, size)
    await seedReports(db, size)
    await seedAddresses(db, size)
    await seedAudits(db, size)
    await seedAppeals(db, size)
    await seedQueue(db, size)
    await seedSearch({ ...ctx, db }, size)
  })
  // InnoDB would update its statistics only later.
  if (ctx.engine === 'mysql') {
    const tables = 'users, posts, post_images, post_tags, tags, comments, likes, collections, follows, notifications'
    const others =
      'sessions, categories, post_pins, report_targets, reports, addresses, appeals, active_days, announcements, announcement_reads'
    await sql.raw(`analyze table ${tables}, ${others}`).execute(ctx.db)
  }
}

async function seedRows(db: Db, size: Size): Promise<void> {
  const stamps = { created_at: time(1000), updated_at: time(1000) }
  const account = { password_hash: "''", avatar: "''", bio: "''", location: "''" }
  const person = { id: 'n + 1', user_id: "'u'", user_id_key: 'n', nickname: "'同学'", ...account }
  await fill(db, 'users', size.users, { ...person, ...counters, ...stamps })
  await sql
    .raw(`update users set user_id = user_id_key, post_count = ${size.notes / 10},
        follow_count = ${size.users - 1}, fans_count = ${Math.floor((size.users - 1) / 2)} where id = 1`)
    .execute(db)
  const category = {
    id: 'n + 1',
    name: "'分类'",
    name_key: 'n',
    category_title: 'n',
    post_count: size.notes / size.categories,
  }
  await fill(db, 'categories', size.categories, { ...category, created_at: START })
  const tag = { id: 'n + 1', name: "'标签'", name_key: 'n', use_count: 'n % 500', created_at: time(1) }
  await fill(db, 'tags', size.tags, tag)
  const counts = { view_count: 'n % 1000', like_count: 'n % 97', collect_count: 'n % 31', comment_count: 'n % 7' }
  await fill(db, 'posts', size.notes, {
    id: 'n + 1',
    user_id: authorOf(size),
    category_id: `n % ${size.categories} + 1`,
    title: "'一篇笔记'",
    content: `'${size.text}'`,
    is_draft: '(case when n % 20 = 0 then 1 else 0 end)',
    is_private: '(case when n % 20 = 0 then 1 else 0 end)',
    ...counts,
    hot_score: 'n % 97 + n / 1000.0',
    ...stamps,
  })
  await fill(db, 'post_images', size.notes, { post_id: 'n + 1', position: 0, url: "'https://pictures.example/1.webp'" })
  await fill(db, 'post_tags', size.notes, { post_id: 'n + 1', tag_id: 'n % 10 + 1', position: 0 })
  await fill(db, 'post_tags', size.notes, { post_id: 'n + 1', tag_id: `n % ${size.tags - 10} + 11`, position: 1 })
  await fill(db, 'post_pins', 3, { post_id: '10 * n + 3', channel: 3, actor_name: "''", created_at: time(1) })
  await fill(db, 'post_pins', 3, { post_id: '10 * n + 3', channel: 0, actor_name: "''", created_at: time(1) })
  await seedReactions(db, size)
}

async function seedReactions(db: Db, size: Size): Promise<void> {
  // A third of the comments is on post 2, a third of those below its first comment.
  await fill(db, 'comments', size.reactions, {
    id: 'n + 1',
    post_id: '(case when n % 3 = 0 then 2 else n + 1 end)',
    user_id: authorOf(size),
    parent_id: '(case when n % 9 = 0 and n > 0 then 1 end)',
    root_id: '(case when n % 9 = 0 and n > 0 then 1 end)',
    content: "'说得好'",
    like_count: 'n % 5',
    created_at: time(1000),
  })
  // Unique pairs: user 1 with every third post, the others with the rest.
  const pair = { user_id: `(case when n % 3 = 0 then 1 else n % ${size.users - 1} + 2 end)`, post_id: 'n + 1' }
  const like = { target_type: TARGET.post, target_id: 'n + 1', created_at: time(1000) }
  await fill(db, 'likes', size.reactions, { ...pair, ...like })
  await fill(db, 'collections', size.reactions, { ...pair, created_at: time(1000) })
  // User 1 follows everybody, half of them follow back, and some follow each other.
  const others = size.users - 1
  const follow = { created_at: time(1000) }
  await fill(db, 'follows', others, { follower_id: 1, following_id: 'n + 2', ...follow })
  await fill(db, 'follows', others / 2, { follower_id: 'n + 2', following_id: 1, ...follow })
  await fill(db, 'follows', others - 1, { follower_id: 'n + 2', following_id: 'n + 3', ...follow })
  await fill(db, 'notifications', size.reactions, {
    user_id: `(case when n % 3 = 0 then 1 else n % ${size.users} + 1 end)`,
    sender_id: `n % ${size.users - 1} + 2`,
    // All types in turn.
    type: `n % ${Math.max(...Object.values(NOTICE))} + 1`,
    title: "''",
    target_id: 'n + 1',
    event_key: 'n',
    is_read: '(case when n % 4 = 0 then 0 else 1 end)',
    created_at: time(1000),
  })
}

/** Half of them are of one address that very many share, as of a campus; user 1 has five hundred others. */
async function seedAddresses(db: Db, size: Size): Promise<void> {
  await fill(db, 'addresses', size.reactions, {
    kind: "'comment'",
    record_id: 'n + 1',
    account: `concat('user:', ${authorOf(size)})`,
    address: "(case when n % 2 = 0 then '10.0.0.1' else concat('10.1.', n % 500) end)",
    created_at: time(1000),
  })
}

/** Twenty administrators, who are gone but for their names. */
async function seedAudits(db: Db, { reactions }: Size): Promise<void> {
  await fill(db, 'audits', reactions, {
    username: "concat('admin', n % 20)",
    action: "(case when n % 3 = 0 then 'view' when n % 3 = 1 then 'update' else 'hide' end)",
    resource: "(case when n % 2 = 0 then 'posts' else 'users' end)",
    record_id: 'n % 2000',
    record_name: "'笔记'",
    before_json: "'{}'",
    after_json: "'{}'",
    created_at: time(60_000),
  })
}

/** More than an editor writes in years; everybody has closed every tenth banner. */
async function seedAnnouncements(db: Db, { users }: Size): Promise<void> {
  await fill(db, 'announcements', 200, {
    id: 'n + 1',
    kind: "(case when n % 2 = 0 then 'banner' else 'notification' end)",
    title: "'公告'",
    text: "''",
    audience: "'all'",
    delivery: "(case when n % 2 = 0 then null else 'sent' end)",
    starts_at: time(1000),
    created_at: time(1000),
  })
  const read = { dismissed: 1, seen_at: START }
  await fill(db, 'announcement_reads', users, { announcement_id: 'n % 100 + 1', user_id: 'n + 1', ...read })
  await sql.raw('update notifications set announcement_id = id % 200 + 1 where type = 9').execute(db)
}

/** A quarter of the notes was reported, every tenth by many. */
async function seedReports(db: Db, { notes, users }: Size): Promise<void> {
  await fill(db, 'report_targets', notes / 4, {
    id: 'n + 1',
    target_type: `(case when n % 5 = 4 then 3 else ${TARGET.post} end)`,
    target_id: 'n + 1',
    owner_id: authorOf({ users }),
    opened_at: time(1000),
    state: "(case when n % 2 = 0 then 'open' else 'resolved' end)",
    count: 'n % 9 + 1',
    last_reported_at: time(1000),
  })
  await fill(db, 'reports', notes / 2, {
    report_target_id: `n % ${notes / 4} + 1`,
    reporter_id: `n % ${users} + 1`,
    reason: "(case when n % 3 = 0 then 'spam' else 'abuse' end)",
    created_at: time(1000),
  })
  await fill(db, 'active_days', users, { day: '20000 + n % 30', user_id: 'n + 1' })
}

/** Half of the drafts and some comments are hidden, with many appeals; the first comments answer another one. */
async function seedAppeals(db: Db, { notes, users }: Size): Promise<void> {
  await sql.raw('update comments set parent_id = 1 where id in (2, 4)').execute(db)
  await sql.raw("update posts set state = 'hidden' where id % 40 = 1").execute(db)
  await sql
    .raw(
      `update comments set state = 'hidden', is_private = 1, appealed = 1 where id > 2 and id % 40 = 1 and id <= ${notes}`,
    )
    .execute(db)
  await fill(db, 'appeals', notes / 2, {
    target_type: `n % 2 + 1`,
    target_id: 'n + 1',
    user_id: `n % ${users} + 1`,
    text: "'不是广告'",
    against_state: "'hidden'",
    state: "(case when n % 3 = 0 then 'open' else 'resolved' end)",
    created_at: time(1000),
  })
}

/** Half as many as there are notes wait for review. */
async function seedQueue(db: Db, size: Size): Promise<void> {
  const waits = { user_id: `n % ${size.users} + 1`, content: "'等着审核'", is_private: 1, state: "'pending'" }
  await fill(db, 'posts', size.notes / 2, {
    id: `n + ${size.notes + 1}`,
    title: "'等着审核'",
    ...waits,
    created_at: time(1000),
    updated_at: time(1000),
  })
  const comment = { id: `n + ${size.reactions + 1}`, post_id: 'n + 1', ...waits, created_at: time(1000) }
  await fill(db, 'comments', size.notes / 2, comment)
}

async function seedSearch(ctx: Ctx, size: Size): Promise<void> {
  const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)
  for (const some of chunks(numbers(size.notes), 5000)) {
    const entries = some.map((n) => {
      const rare = n % (size.notes / 10) === 1 ? RARE_WORD : ''
      return {
        id: n + 1,
        title: n % 50 === 0 ? '无题' : `${COMMON_WORD}的一天`,
        texts: [`${size.text}${COMMON_WORD}${rare}`, '同学'],
        labels: [
          authorLabel(n % 10 === 0 ? 1 : (n % size.users) + 1),
          categoryLabel((n % size.categories) + 1),
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
  for (const some of chunks(numbers(size.users), 5000)) {
    await ctx.search.put(
      ctx.db,
      'users',
      some.map((n) => ({ id: n + 1, texts: ['同学', String(n)] })),
    )
  }
}
