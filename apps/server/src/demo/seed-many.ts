/** Fills a site with as many made-up users and notes as a benchmark wants; the texts are the demo's, over and over. */
import type { Ctx } from '#deps.ts'
import { detailUrl } from '#modules/media/media.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { hashPassword } from '#platform/passwords.ts'
import { applyDeltas, count, emptyBatch, type Ids, noDeltas, number, readIds, writeBatch } from './batch.ts'
import { DAY, later } from './calendar.ts'
import { listFreeMedia, listSomeUsers, type Row, type Rows } from './demo.repo.ts'
import { postRow, tag, toStored } from './notes.ts'
import { noticesOf } from './notices.ts'
import { makePeople } from './people.ts'
import { pictureFiles, type Stored, storePictures } from './pictures.ts'
import { type Random, seededRandom } from './random.ts'
import { collectionsOf, likesOfPost, viewsFor } from './reactions.ts'
import { type Circle, commentRow, talkAbout } from './talk.ts'
import { type DemoTexts, loadTexts } from './texts.ts'
import { ensureVocabulary, type Vocabulary } from './vocabulary.ts'

export type SeedStage = 'users' | 'posts'
type Wish = {
  users: number
  posts: number
  password: string
  /** Different pictures that the notes show; stored where there are fewer. */
  pictures?: number
}
type Progress = (stage: SeedStage, done: number, total: number) => void

const SEED = 7
const SPAN = 365 * DAY
const USERS_AT_ONCE = 2000
const POSTS_AT_ONCE = 1000
const FOLLOWS_PER_USER = 12
const PICTURES = 24
/** About so many notes make the reactions that are told: nobody reads a year of them. */
const TOLD_POSTS = 4000
/** So many of the users are near a note that they may talk about it. */
const CIRCLE = 24
/** Likes of the luckiest notes; most have a few, ten on average. */
const MOST_LIKES = 53
/** Two characters that no demo text has, in as many notes of any seed: what a search for something rare looks for. */
const RARE_WORD = '鲸落'
const RARE_NOTES = 25

type Site = {
  ctx: Ctx
  random: Random
  now: number
  ids: Ids
  texts: DemoTexts
  vocabulary: Vocabulary
  media: Stored[]
  users: Row<'users'>[]
}

/**
 * Adds users and notes with pictures, comments, likes, collections and follows: about ten likes and two comments a
 * note. Without new users those who are there write; there must be some. Counters are right after every batch. The
 * server must not run meanwhile: ids are given out here.
 */
export async function seedMany(ctx: Ctx, wish: Wish, progress: Progress): Promise<void> {
  const texts = loadTexts()
  const site: Site = {
    ctx,
    random: seededRandom(SEED + wish.posts),
    now: ctx.clock.now(),
    ids: await readIds(ctx),
    texts,
    vocabulary: await tx(ctx, (t) => ensureVocabulary(t, texts)),
    media: await someMedia(ctx, wish.pictures ?? PICTURES),
    users: [],
  }
  if (wish.users > 0) await addUsers(site, wish, progress)
  else site.users = await listSomeUsers(ctx.db, 10_000)
  for (let done = 0; done < wish.posts; ) {
    const upTo = Math.min(done + POSTS_AT_ONCE, wish.posts)
    await addPosts(site, done, upTo, wish.posts)
    done = upTo
    progress('posts', done, wish.posts)
  }
}

async function someMedia(ctx: Ctx, wanted: number): Promise<Stored[]> {
  const there = await listFreeMedia(ctx.db, 200)
  if (there.length >= wanted) {
    return there.map(({ id, media_key }) => ({ mediaId: id, url: detailUrl(ctx.storage, media_key) }))
  }
  return [...(await storePictures(ctx, 'pictures', pictureFiles(wanted), () => undefined)).values()]
}

async function addUsers({ ctx, random, now, ids, texts, users }: Site, wish: Wish, progress: Progress): Promise<void> {
  const passwordHash = await hashPassword(wish.password)
  const numbers = Array.from({ length: wish.users }, (_, index) => index)
  for (const some of chunks(numbers, USERS_AT_ONCE)) {
    const people = some.map((index) => {
      const person = texts.people[index % texts.people.length]
      if (!person) throw new RangeError('The demo has no people')
      return { ...person, nickname: `${[...person.nickname].slice(0, 4).join('')}${index + 1}` }
    })
    const rows = makePeople(random, people, { ids, now, passwordHash, avatars: new Map() })
    for (const user of rows) user.user_id = user.user_id_key = `seed${user.id}`
    users.push(...rows)
    await write(ctx, { ...emptyBatch(), users: rows })
    progress('users', users.length, wish.users)
  }
  for (const some of chunks(users, USERS_AT_ONCE)) {
    const follows = number(
      ids,
      'follows',
      some.flatMap((user) => followsOf(random, user, users, now)),
    )
    await write(ctx, { ...emptyBatch(), follows })
  }
}

/** Some are followed far more than others. */
function followsOf(random: Random, user: Row<'users'>, users: Row<'users'>[], now: number): Row<'follows'>[] {
  const chosen = new Set<number>()
  for (let n = random.int(1, 2 * FOLLOWS_PER_USER - 1); n > 0; n--) {
    const other = users[Math.floor(random.next() ** 2 * users.length)]
    if (other && other !== user) chosen.add(other.id)
  }
  return Array.from(chosen, (following_id) => {
    const created_at = later(random, now - SPAN, now, SPAN / 2)
    return { id: 0, follower_id: user.id, following_id, created_at }
  })
}

async function addPosts(site: Site, from: number, upTo: number, total: number): Promise<void> {
  const { ctx, random, now, ids, texts, users, vocabulary, media } = site
  const batch = emptyBatch()
  const said = []
  for (let index = from; index < upTo; index++) {
    const author = users[Math.floor(random.next() ** 1.5 * users.length)]
    if (!author) break
    const near = [author, ...random.sample(users, CIRCLE).filter((user) => user !== author)]
    const circle: Circle = {
      random,
      now,
      users: near,
      replies: texts.replies,
      named: (id) => near.find((user) => user.user_id === id) ?? author,
    }
    const note = random.pick(texts.notes)
    const body = note.body.replace(/@shiliu\d\d ?/g, '') + (isRare(index, total) ? `\n想看${RARE_WORD}。` : '')
    const created_at = Math.floor(now - SPAN + ((index + random.next()) / total) * (SPAN - DAY / 8))
    const post = postRow(author, note, toStored(body, circle), created_at, 0)
    post.id = ++ids.posts
    post.category_id = vocabulary.categoryId(note.category)
    batch.posts.push(post)
    tag(batch, post, note.tags, vocabulary.tagId)
    for (const [position, { mediaId }] of random.sample(media, picturesOf(random)).entries()) {
      batch.post_images.push({ post_id: post.id, position, media_id: mediaId, url: null })
    }
    const liked = Math.min(Math.floor(random.next() ** 4 * MOST_LIKES), users.length)
    const likes = likesOfPost({ random, now, users }, post, liked)
    batch.likes.push(...likes)
    batch.collections.push(...collectionsOf({ random, now, users }, post, Math.floor(likes.length / 4)))
    post.view_count = viewsFor(random, likes.length)
    const comments = Math.floor(random.next() ** 2.5 * 8)
    const remarks = random.sample(texts.remarksFor(note.category, note.mood), comments).map((text) => ({ text }))
    said.push(...talkAbout(circle, post, { comments, remarks, pictures: [], mood: note.mood }))
  }
  batch.comments = number(ids, 'comments', said).map(commentRow)
  batch.likes = number(ids, 'likes', batch.likes)
  batch.collections = number(ids, 'collections', batch.collections)
  const toldFor = SPAN * Math.min(TOLD_POSTS / total, 1)
  const recent = <T extends { created_at: number }>(rows: T[]) => rows.filter((row) => now - row.created_at < toldFor)
  const told = { ...batch, likes: recent(batch.likes), collections: recent(batch.collections) }
  batch.notifications = number(
    ids,
    'notifications',
    noticesOf(told, () => undefined),
  )
  await write(ctx, batch)
}

/** Every fifth note has five or more. */
function picturesOf(random: Random): number {
  return random.chance(0.2) ? random.int(5, 9) : random.int(1, 4)
}

function isRare(index: number, total: number): boolean {
  return index % Math.max(Math.floor(total / RARE_NOTES), 1) === 0
}

async function write(ctx: Ctx, batch: Rows) {
  const deltas = noDeltas()
  count(batch, deltas)
  await tx(ctx, async (t) => {
    await writeBatch(t, batch)
    await applyDeltas(t, deltas)
    pagesChanged(t)
  })
}
