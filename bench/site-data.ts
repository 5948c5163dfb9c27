/**
 * Runs while the server is down: `seed USERS POSTS` fills the site, `pictures N` adds pictures, `export` opens sessions
 * and prints `SiteData`, `searches notes|users` measures, `break-up` leaves the search index in pieces.
 */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import sharp from 'sharp'
import { seedBulk } from '../apps/server/src/demo/seed-bulk.ts'
import type { Ctx } from '../apps/server/src/deps.ts'
import { openSession } from '../apps/server/src/modules/auth/sessions.service.ts'
import { detailUrl } from '../apps/server/src/modules/media/media.service.ts'
import { storeProcessedPicture } from '../apps/server/src/modules/media/uploads.service.ts'
import { beginRebuild, continueRebuild, tidyIndex } from '../apps/server/src/modules/search/rebuild.service.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { setMark } from '../apps/server/src/platform/db/marks.ts'
import { tx } from '../apps/server/src/platform/db/tx.ts'
import { processPicture } from '../apps/server/src/platform/images/pipeline.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { openResources } from '../apps/server/src/resources.ts'
import { measureSearches } from './searches.ts'

export type SiteData = {
  posts: number
  categoryId: number
  /** Access tokens, one per user. */
  tokens: string[]
  /** Published notes, evenly spread over time. */
  detailIds: number[]
  /** Notes with six to ten comments. */
  discussedIds: number[]
  /** Indexes in `tokens` of users with a few dozen notifications. */
  inboxes: number[]
  /** Likes that do not exist yet. `user` is an index in `tokens`. */
  newLikes: [user: number, postId: number][]
  pictures: string[]
}

const BROKEN_UP_MS = 10_000
const SAMPLE_SIZE = 100
const NEW_LIKES = 20_000

async function siteData(ctx: Ctx): Promise<SiteData> {
  const users = await ctx.db.selectFrom('users').select('id').orderBy('id').limit(1000).execute()
  const ids = users.map((user) => user.id)
  const [category] = await ctx.db.selectFrom('categories').select('id').orderBy('post_count', 'desc').limit(1).execute()
  const published = await ctx.db.selectFrom('posts').select('id').where('is_private', '=', 0).orderBy('id').execute()
  const media = await ctx.db.selectFrom('media').select('media_key').orderBy('id').limit(10).execute()
  const postIds = published.map((post) => post.id)
  return {
    posts: postIds.length,
    categoryId: category?.id ?? 0,
    tokens: await openSessions(ctx, ids),
    detailIds: evenlySpaced(postIds, SAMPLE_SIZE),
    discussedIds: await discussed(ctx),
    inboxes: (await inboxes(ctx)).map((id) => ids.indexOf(id)).filter((place) => place >= 0),
    newLikes: await newLikes(ctx, ids, evenlySpaced(postIds, 1000)),
    pictures: media.map(({ media_key }) => detailUrl(ctx.storage, media_key)),
  }
}

function evenlySpaced<T>(items: T[], count: number): T[] {
  return items.filter(
    (_, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  )
}

/** One transaction, since each commit would wait for the disk. */
function openSessions(ctx: Ctx, userIds: number[]): Promise<string[]> {
  return tx(ctx, async (t) => {
    await t.db.deleteFrom('sessions').execute()
    const tokens = []
    for (const id of userIds) tokens.push((await openSession(t, { role: 'user', id }, 'bench')).access_token)
    return tokens
  })
}

async function discussed(ctx: Ctx): Promise<number[]> {
  const query = ctx.db
    .selectFrom('posts')
    .select('id')
    .where('is_private', '=', 0)
    .where('comment_count', '>=', 6)
    .where('comment_count', '<=', 10)
  return (await query.orderBy('id').limit(SAMPLE_SIZE).execute()).map((post) => post.id)
}

async function inboxes(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('notifications')
    .select((eb) => ['user_id', eb.fn.countAll().as('n')])
    .where('type', '=', NOTICE.likePost)
    .groupBy('user_id')
    .execute()
  const full = rows.filter(({ n }) => Number(n) >= 20 && Number(n) <= 80)
  return full.map((row) => row.user_id).slice(0, SAMPLE_SIZE)
}

async function newLikes(ctx: Ctx, userIds: number[], postIds: number[]): Promise<SiteData['newLikes']> {
  const given = await ctx.db
    .selectFrom('likes')
    .select(['user_id', 'target_id'])
    .where('target_type', '=', TARGET.post)
    .where('target_id', 'in', postIds)
    .execute()
  const known = new Set(given.map((like) => `${like.user_id} ${like.target_id}`))
  const pairs: SiteData['newLikes'] = []
  for (let step = 0; pairs.length < NEW_LIKES && step < userIds.length * postIds.length; step++) {
    const user = step % userIds.length
    // Varies both the user and the note.
    const postId = postIds[(step + Math.floor(step / userIds.length) * 7) % postIds.length] ?? 0
    if (!known.has(`${userIds[user]} ${postId}`)) pairs.push([user, postId])
  }
  return pairs
}

const PICTURES_AT_ONCE = 4

/** Small ones, all different, that belong to somebody. */
async function addPictures(ctx: Ctx, count: number): Promise<void> {
  const owners = await ctx.db.selectFrom('users').select('id').orderBy('id').limit(1000).execute()
  const places = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const index of places) {
      const noise = { type: 'gaussian', mean: 40 + (index % 170), sigma: 12 } as const
      const create = { width: 200 + (index % 7) * 20, height: 260, channels: 3, background: '#fff', noise } as const
      const picture = await processPicture(await sharp({ create }).jpeg().toBuffer())
      await storeProcessedPicture(ctx, owners[index % owners.length]?.id ?? null, picture)
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, worker))
}

const { ctx, close } = await openResources(loadConfig(), { log: createLog('error') })
const [command, users, posts] = process.argv.slice(2)
if (command === 'seed') {
  await seedBulk(ctx, { users: Number(users), posts: Number(posts), password: 'shiliu123' }, () => undefined)
  // As a site is after its first day.
  await tidyIndex(ctx)
} else if (command === 'pictures') {
  await addPictures(ctx, Number(users))
} else if (command === 'searches') {
  process.stdout.write(JSON.stringify(await measureSearches(ctx, users === 'users' ? 'users' : 'notes')))
} else if (command === 'break-up') {
  // As some seconds after the version of the index has changed, when some thousand entries are rewritten.
  await tx(ctx, (t) => setMark(t.db, 'search-version', 0))
  await beginRebuild(ctx)
  await continueRebuild(ctx, BROKEN_UP_MS)
} else {
  process.stdout.write(JSON.stringify(await siteData(ctx)))
}
await close()
