/** Fills an empty site with the demo (design section 8): people, notes with pictures, talk, reactions, notifications. */
import type { Ctx } from '#deps.ts'
import { recount } from '#modules/account/recount.service.ts'
import { countAdmins, createAdmin } from '#modules/admin/admins.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import { tx } from '#platform/db/tx.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { hashPassword } from '#platform/passwords.ts'
import { applyDeltas, count, emptyBatch, type Ids, noDeltas, number, readIds, writeBatch } from './batch.ts'
import { DAY } from './calendar.ts'
import { hasUsers, type Row, type Rows } from './demo.repo.ts'
import { type Cast, heat, illustrate, makeDrafts, makeNotes, type Post, tag } from './notes.ts'
import { markRead, noticesOf } from './notices.ts'
import { makeFollows, makePeople } from './people.ts'
import { makeGallery, pictureFiles, type Stored, storePictures } from './pictures.ts'
import { type Random, seededRandom } from './random.ts'
import { collectionsOf, likesOfComment, likesOfPost, viewsFor } from './reactions.ts'
import { type Circle, commentRow, type Said, talkAbout } from './talk.ts'
import { type DemoNote, type DemoTexts, loadTexts } from './texts.ts'
import { ensureVocabulary, type Vocabulary } from './vocabulary.ts'

export const DEMO_PASSWORD = 'shiliu123'
export const DEMO_ADMIN = 'admin'
const SEED = 20_260_901

export type DemoStage = 'pictures' | 'avatars' | 'content' | 'check'
type DemoProgress = (stage: DemoStage, done: number, total: number) => void

type Options = {
  /** Of the drawn pictures, at most so many; tests have no time for all of them. */
  pictures?: number
}

type Media = { pictures: Map<string, Stored>; avatars: Map<string, Stored> }

/**
 * Fills the site; false, and nothing done, where there are users. Always makes the same, relative to now. The rows come
 * in one transaction, so that a start that was cut short begins anew. Never call it outside of demo mode: everyone
 * knows these passwords.
 */
export async function seedDemo(
  ctx: Ctx,
  onProgress: DemoProgress = () => undefined,
  { pictures = Number.POSITIVE_INFINITY }: Options = {},
): Promise<boolean> {
  if (await hasUsers(ctx.db)) return false
  const texts = loadTexts()
  const avatars = texts.people.map(({ avatar }) => `${avatar}.webp`).slice(0, pictures)
  const media = {
    pictures: await storePictures(ctx, 'pictures', pictureFiles(pictures), (...at) => onProgress('pictures', ...at)),
    avatars: await storePictures(ctx, 'avatars', avatars, (...at) => onProgress('avatars', ...at)),
  }
  if ((await countAdmins(ctx)) === 0) await createAdmin(ctx, DEMO_ADMIN, DEMO_PASSWORD)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  onProgress('content', 0, 1)
  await tx(ctx, (t) => writeContent(t, texts, media, passwordHash))
  onProgress('content', 1, 1)
  const reports = await recount(ctx, { check: false, progress: (...at) => onProgress('check', ...at) })
  const wrong = reports.filter((report) => report.wrong > 0)
  if (wrong.length > 0) ctx.log.warn({ wrong }, 'demo: counters were wrong and have been corrected')
  return true
}

async function writeContent(t: Ctx, texts: DemoTexts, media: Media, passwordHash: string): Promise<void> {
  const random = seededRandom(SEED)
  const now = t.clock.now()
  const ids = await readIds(t)
  const vocabulary = await ensureVocabulary(t, texts)
  const users = makePeople(random, texts.people, { ids, now, passwordHash, avatars: media.avatars })
  const star = users[0]
  if (!star) throw new Error('The demo has no people')
  const cast = makeCast(random, users)
  const batch = { ...emptyBatch(), users, follows: number(ids, 'follows', makeFollows(random, users, now)) }
  const notes = addNotes(batch, { random, ids, now, cast, texts, media, vocabulary })
  const circle = { random, now, users, replies: texts.replies, named: cast.named }
  addReactions(batch, ids, circle, notes, texts)
  const idOfPublic = new Map(users.map((user) => [user.user_id, user.id]))
  batch.notifications = number(
    ids,
    'notifications',
    noticesOf(batch, (publicId) => idOfPublic.get(publicId)),
  )
  markRead(batch.notifications, users, star, 2)

  const deltas = noDeltas()
  count(batch, deltas)
  await writeBatch(t, batch)
  await applyDeltas(t, deltas)
  pagesChanged(t)
}

function makeCast(random: Random, users: Row<'users'>[]): Cast {
  const byPublicId = new Map(users.map((user) => [user.user_id, user]))
  // The first one is who people sign in as: with something on the profile, and room for their own.
  const writers = users.map((user, index) => [user, index === 0 ? 1.5 : 0.3 + random.next() ** 2 * 3] as const)
  return {
    named(publicId) {
      const user = byPublicId.get(publicId)
      if (!user) throw new Error(`The demo's texts name who is not there: ${publicId}`)
      return user
    },
    someWriter: () => random.weighted(writers),
  }
}

type Given = {
  random: Random
  ids: Ids
  now: number
  cast: Cast
  texts: DemoTexts
  media: Media
  vocabulary: Vocabulary
}
type Placed = {
  post: Post
  source: { look: string; category: string | null; tags: string[] }
  /** Null for a draft. */
  note: DemoNote | null
  /** From 0 to 1; see `heat`. */
  warmth: number
  /** Pictures that others may answer with. */
  spare: Stored[]
}

/** Adds notes and drafts with pictures and tags. */
function addNotes(batch: Rows, { random, ids, now, cast, texts, media, vocabulary }: Given): Placed[] {
  const gallery = makeGallery(random, media.pictures, texts.looks)
  const notes = makeNotes(random, texts.notes, cast, now).map(({ post, note }): Placed => {
    return { post, source: note, note, warmth: heat(random, post, now, note.said.length > 2), spare: [] }
  })
  const drafts = makeDrafts(random, texts.drafts, cast, now).map(({ post, draft }): Placed => {
    return { post, source: draft, note: null, warmth: 0, spare: [] }
  })
  const placed = [...notes, ...drafts]
  batch.posts = number(
    ids,
    'posts',
    placed.map(({ post }) => post),
  )
  // In about the order of the recommended ones, so that the same cover does not come twice in a row there.
  const rank = ({ post, warmth }: Placed) => hotScore({ ...post, like_count: warmth * 160 })
  for (const place of placed.toSorted((a, b) => rank(b) - rank(a))) {
    const { post, source } = place
    post.category_id = source.category === null ? null : vocabulary.categoryId(source.category)
    place.spare = illustrate(random, gallery, batch, post, source)
    tag(batch, post, source.tags, vocabulary.tagId)
  }
  return placed
}

/** Adds comments, likes and collections, as many as the note's heat brings. */
function addReactions(batch: Rows, ids: Ids, circle: Circle, placed: Placed[], texts: DemoTexts): void {
  const { random, now } = circle
  const said: Said[] = []
  for (const { post, note, spare, warmth } of placed) {
    if (!note) continue
    const comments = Math.min(Math.round(warmth ** 1.3 * 24 + random.next() * 2), 25)
    const general = random.sample(texts.remarksFor(note.category, note.mood), 25)
    const remarks = [...note.said, ...general.map((text) => ({ text }))]
    const pictures = note.mood === 'glad' ? spare : []
    said.push(...talkAbout(circle, post, { comments, remarks, pictures, mood: note.mood }))
    const likes = likesOfPost(circle, post, Math.round(warmth * 47 + random.next() * 2))
    batch.likes.push(...likes)
    batch.collections.push(...collectionsOf(circle, post, Math.round(likes.length * random.next() * 0.6)))
    post.view_count = viewsFor(random, likes.length)
  }
  batch.comments = number(ids, 'comments', said).map(commentRow)
  for (const { id, picture } of said) {
    if (picture) batch.comment_images.push({ comment_id: id, media_id: picture.mediaId })
  }
  for (const comment of batch.comments) {
    if (now - comment.created_at < DAY / 4) continue
    const most = comment.parent_id === null ? 16 : 5
    batch.likes.push(...likesOfComment(circle, comment, Math.floor(random.next() ** 3.5 * most)))
  }
  batch.collections = number(ids, 'collections', batch.collections)
  batch.likes = number(ids, 'likes', batch.likes)
}
