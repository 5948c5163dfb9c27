/** Fills a site with any number of generated users and posts, for benchmarks. The texts are the demo's, repeated. */
import type { Ctx } from '#deps.ts'
import { storedDetailUrl } from '#modules/media/media.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { hashPassword } from '#platform/passwords.ts'
import { type CommentContext, makeComments, type PendingComment, toCommentRow } from './comments.ts'
import { listActiveUsers, listUnownedMedia, type Row, type RowBatch } from './demo.repo.ts'
import { makeNotifications } from './notifications.ts'
import { type StoredPicture, storePictures } from './pictures.ts'
import { addTags, makePost, toRichText } from './posts.ts'
import { type Random, seededRandom } from './random.ts'
import { DAY, timeAfter } from './random-times.ts'
import { makeCollections, makePostLikes, viewsFor } from './reactions.ts'
import { assignIds, emptyBatch, type LastIds, readLastIds, writeBatch } from './row-batch.ts'
import { ensureTaxonomy, type Taxonomy } from './taxonomy.ts'
import { type DemoTexts, loadTexts } from './texts.ts'
import { makeUsers } from './users.ts'

export type SeedStage = 'users' | 'posts'
type BulkOptions = {
  users: number
  posts: number
  password: string
  /** Different pictures that the posts show; stored where there are fewer. */
  pictures?: number
}
type Progress = (stage: SeedStage, done: number, total: number) => void

const SEED = 7
const SPAN = 365 * DAY
const USER_BATCH = 2000
const POST_BATCH = 1000
const FOLLOWS_PER_USER = 12
const PICTURES = 24
/** Notifications cover about the reactions of so many of the newest posts. */
const NOTIFIED_POSTS = 4000
const COMMENTERS = 24
/** The average is about ten: most posts get few likes. */
const MAX_LIKES = 53
/** A word that no demo text contains, in a fixed number of posts: for benchmarks of rare search terms. */
const RARE_WORD = '鲸落'
const RARE_POSTS = 25

type Site = {
  ctx: Ctx
  random: Random
  now: number
  ids: LastIds
  texts: DemoTexts
  taxonomy: Taxonomy
  media: StoredPicture[]
  users: Row<'users'>[]
}

/** With `users: 0`, existing users write the posts. The server must not run meanwhile, since ids are assigned here. */
export async function seedBulk(ctx: Ctx, options: BulkOptions, progress: Progress): Promise<void> {
  const texts = loadTexts()
  const site: Site = {
    ctx,
    random: seededRandom(SEED + options.posts),
    now: ctx.clock.now(),
    ids: await readLastIds(ctx),
    texts,
    taxonomy: await tx(ctx, (t) => ensureTaxonomy(t, texts)),
    media: await ensureMedia(ctx, options.pictures ?? PICTURES),
    users: [],
  }
  if (options.users > 0) await addUsers(site, options, progress)
  else site.users = await listActiveUsers(ctx.db, 10_000)
  for (let done = 0; done < options.posts; ) {
    const upTo = Math.min(done + POST_BATCH, options.posts)
    await addPosts(site, done, upTo, options.posts)
    done = upTo
    progress('posts', done, options.posts)
  }
}

async function ensureMedia(ctx: Ctx, wanted: number): Promise<StoredPicture[]> {
  const existing = await listUnownedMedia(ctx.db, 200)
  if (existing.length >= wanted) {
    return existing.map(({ id, media_key }) => ({ mediaId: id, url: storedDetailUrl(media_key) }))
  }
  return [...(await storePictures(ctx, 'pictures', wanted)).values()]
}

async function addUsers(site: Site, options: BulkOptions, progress: Progress): Promise<void> {
  const { ctx, random, now, ids, texts, users } = site
  const passwordHash = await hashPassword(options.password, 'command line')
  const indexes = Array.from({ length: options.users }, (_, index) => index)
  for (const some of chunks(indexes, USER_BATCH)) {
    const people = some.map((index) => {
      const person = texts.people[index % texts.people.length]
      if (!person) throw new RangeError('The demo has no people')
      return { ...person, nickname: `${[...person.nickname].slice(0, 4).join('')}${index + 1}` }
    })
    const rows = makeUsers(random, people, { ids, now, passwordHash, avatars: new Map() })
    for (const user of rows) user.user_id = user.user_id_key = `seed${user.id}`
    users.push(...rows)
    await write(ctx, { ...emptyBatch(), users: rows })
    progress('users', users.length, options.users)
  }
  for (const some of chunks(users, USER_BATCH)) {
    const rows = some.flatMap((user) => makeFollows(random, user, users, now))
    await write(ctx, { ...emptyBatch(), follows: assignIds(ids, 'follows', rows) })
  }
}

/** The quadratic distribution gives some users far more followers than others. */
function makeFollows(random: Random, user: Row<'users'>, users: Row<'users'>[], now: number): Row<'follows'>[] {
  const chosen = new Set<number>()
  for (let n = random.int(1, 2 * FOLLOWS_PER_USER - 1); n > 0; n--) {
    const other = users[Math.floor(random.next() ** 2 * users.length)]
    if (other && other !== user) chosen.add(other.id)
  }
  return Array.from(chosen, (following_id) => {
    const created_at = timeAfter(random, now - SPAN, now, SPAN / 2)
    return { id: 0, follower_id: user.id, following_id, created_at }
  })
}

async function addPosts(site: Site, from: number, upTo: number, total: number): Promise<void> {
  const { ctx, random, now, ids, texts, users, taxonomy, media } = site
  const batch = emptyBatch()
  const comments: PendingComment[] = []
  for (let index = from; index < upTo; index++) {
    const author = users[Math.floor(random.next() ** 1.5 * users.length)]
    if (!author) break
    const commenters = [author, ...random.sample(users, COMMENTERS).filter((user) => user !== author)]
    const context: CommentContext = {
      random,
      now,
      users: commenters,
      replies: texts.replies,
      byPublicId: (id) => commenters.find((user) => user.user_id === id) ?? author,
    }
    const note = random.pick(texts.notes)
    const body = note.body.replace(/@shiliu\d\d ?/g, '') + (isRare(index, total) ? `\n想看${RARE_WORD}。` : '')
    const created_at = Math.floor(now - SPAN + ((index + random.next()) / total) * (SPAN - DAY / 8))
    const post = makePost(author, note, toRichText(body, context), created_at, 0)
    post.id = ++ids.posts
    post.category_id = taxonomy.categoryId(note.category)
    batch.posts.push(post)
    addTags(batch, post, note.tags, taxonomy.tagId)
    for (const [position, { mediaId }] of random.sample(media, imageCount(random)).entries()) {
      batch.post_images.push({ post_id: post.id, position, media_id: mediaId, url: null })
    }
    const likeCount = Math.min(Math.floor(random.next() ** 4 * MAX_LIKES), users.length)
    const likes = makePostLikes({ random, now, users }, post, likeCount)
    batch.likes.push(...likes)
    batch.collections.push(...makeCollections({ random, now, users }, post, Math.floor(likes.length / 4)))
    post.view_count = viewsFor(random, likes.length)
    const maxComments = Math.floor(random.next() ** 2.5 * 8)
    const remarks = random.sample(texts.remarksFor(note.category, note.mood), maxComments).map((text) => ({ text }))
    comments.push(...makeComments(context, post, { maxComments, remarks, pictures: [], mood: note.mood }))
  }
  batch.comments = assignIds(ids, 'comments', comments).map(toCommentRow)
  batch.likes = assignIds(ids, 'likes', batch.likes)
  batch.collections = assignIds(ids, 'collections', batch.collections)
  const since = now - SPAN * Math.min(NOTIFIED_POSTS / total, 1)
  const recent = <T extends { created_at: number }>(rows: T[]) => rows.filter((row) => row.created_at > since)
  const notified = { ...batch, likes: recent(batch.likes), collections: recent(batch.collections) }
  const notifications = makeNotifications(notified, () => undefined)
  batch.notifications = assignIds(ids, 'notifications', notifications)
  await write(ctx, batch)
}

function imageCount(random: Random): number {
  return random.chance(0.2) ? random.int(5, 9) : random.int(1, 4)
}

function isRare(index: number, total: number): boolean {
  return index % Math.max(Math.floor(total / RARE_POSTS), 1) === 0
}

async function write(ctx: Ctx, batch: RowBatch): Promise<void> {
  await tx(ctx, (t) => writeBatch(t, batch))
}
