/**
 * Works on a site with the server's own services while the server is down: `seed USERS POSTS` fills it, `facts` opens a
 * session for every user and picks what the rows ask for. Settings come from the environment, answers go to stdout.
 */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import { seedMany } from '../apps/server/src/demo/seed-many.ts'
import type { Ctx } from '../apps/server/src/deps.ts'
import { openSession } from '../apps/server/src/modules/auth/sessions.service.ts'
import { detailUrl } from '../apps/server/src/modules/media/media.service.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { tx } from '../apps/server/src/platform/db/tx.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { openResources } from '../apps/server/src/resources.ts'

export type Facts = {
  posts: number
  categoryId: number
  /** Access tokens, one per user. */
  tokens: string[]
  /** Published notes, evenly spread over time. */
  detailIds: number[]
  /** Notes with six to ten comments. */
  discussedIds: number[]
  /** Places in `tokens` of users with some dozens of notifications. */
  inboxes: number[]
  /** Likes that nobody has given yet: a place in `tokens`, and a note. */
  newLikes: [user: number, postId: number][]
  pictures: string[]
}

/** So many notes, and so many of their readers, take part in a row: more than one, few enough to hold in hand. */
const SOME = 100
const NEW_LIKES = 20_000

async function facts(ctx: Ctx): Promise<Facts> {
  const users = await ctx.db.selectFrom('users').select('id').orderBy('id').limit(1000).execute()
  const ids = users.map((user) => user.id)
  const [category] = await ctx.db.selectFrom('categories').select('id').orderBy('post_count', 'desc').limit(1).execute()
  const published = await ctx.db.selectFrom('posts').select('id').where('is_draft', '=', 0).orderBy('id').execute()
  const media = await ctx.db.selectFrom('media').select('media_key').limit(10).execute()
  const postIds = published.map((post) => post.id)
  return {
    posts: postIds.length,
    categoryId: category?.id ?? 0,
    tokens: await openSessions(ctx, ids),
    detailIds: spread(postIds, SOME),
    discussedIds: await discussed(ctx),
    inboxes: (await inboxes(ctx)).map((id) => ids.indexOf(id)).filter((place) => place >= 0),
    newLikes: await newLikes(ctx, ids, spread(postIds, 1000)),
    pictures: media.map(({ media_key }) => detailUrl(ctx.storage, media_key)),
  }
}

function spread<T>(items: T[], count: number): T[] {
  return items.filter(
    (_, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  )
}

/** In one transaction: each commit would wait for the disk. Those of the last run go. */
function openSessions(ctx: Ctx, userIds: number[]): Promise<string[]> {
  return tx(ctx, async (t) => {
    await t.db.deleteFrom('sessions').execute()
    const tokens = []
    for (const id of userIds) tokens.push((await openSession(t, { role: 'user', id }, 'bench')).access_token)
    return tokens
  })
}

async function discussed(ctx: Ctx): Promise<number[]> {
  const query = ctx.db.selectFrom('posts').select('id').where('comment_count', '>=', 6).where('comment_count', '<=', 10)
  return (await query.orderBy('id').limit(SOME).execute()).map((post) => post.id)
}

async function inboxes(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('notifications')
    .select((eb) => ['user_id', eb.fn.countAll().as('n')])
    .where('type', '=', NOTICE.likePost)
    .groupBy('user_id')
    .execute()
  const full = rows.filter(({ n }) => Number(n) >= 20 && Number(n) <= 80)
  return full.map((row) => row.user_id).slice(0, SOME)
}

async function newLikes(ctx: Ctx, userIds: number[], postIds: number[]): Promise<Facts['newLikes']> {
  const given = await ctx.db
    .selectFrom('likes')
    .select(['user_id', 'target_id'])
    .where('target_type', '=', TARGET.post)
    .where('target_id', 'in', postIds)
    .execute()
  const known = new Set(given.map((like) => `${like.user_id} ${like.target_id}`))
  const pairs: Facts['newLikes'] = []
  for (let step = 0; pairs.length < NEW_LIKES && step < userIds.length * postIds.length; step++) {
    const user = step % userIds.length
    // Another note for each user, and another user for each note, in turn.
    const postId = postIds[(step + Math.floor(step / userIds.length) * 7) % postIds.length] ?? 0
    if (!known.has(`${userIds[user]} ${postId}`)) pairs.push([user, postId])
  }
  return pairs
}

const { ctx, close } = await openResources(loadConfig(), { log: createLog('warn') })
const [command, users, posts] = process.argv.slice(2)
if (command === 'seed') {
  await seedMany(ctx, { users: Number(users), posts: Number(posts), password: 'shiliu123' }, () => undefined)
} else {
  process.stdout.write(JSON.stringify(await facts(ctx)))
}
await close()
