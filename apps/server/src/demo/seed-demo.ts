/** Fills an empty site with the demo content (docs/design.md#demo-content). */
import { ADMIN_ROLES } from '@shiliu/contract/admin/roles'
import type { Ctx } from '#deps.ts'
import { recount } from '#modules/account/recount.service.ts'
import { countAdmins, createAdmin } from '#modules/admin/admins.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import { tx } from '#platform/db/tx.ts'
import { hashPassword } from '#platform/passwords.ts'
import { type CommentContext, makeComments, type PendingComment, toCommentRow } from './comments.ts'
import { countUsers, insertActiveDays, type Row, type RowBatch, sortNotifications } from './demo.repo.ts'
import { makeTroubleComments, makeTroubleNotes, makeTroublePeople, type Trouble } from './moderation-rows.ts'
import { playModeration, STORY_MS, watchDemoWords } from './moderation-story.ts'
import { loadModerationTexts, type ModerationTexts } from './moderation-texts.ts'
import { makeNotifications, markRead } from './notifications.ts'
import { makeGallery, type StoredPicture, storePictures } from './pictures.ts'
import { type Authors, addImages, addTags, makeDrafts, makePosts, type Post, randomPopularity } from './posts.ts'
import { type Random, seededRandom } from './random.ts'
import { DAY } from './random-times.ts'
import { makeCollections, makeCommentLikes, makePostLikes, viewsFor } from './reactions.ts'
import { assignIds, emptyBatch, type LastIds, readLastIds, writeBatch } from './row-batch.ts'
import { ensureTaxonomy, type Taxonomy } from './taxonomy.ts'
import { type DemoNote, type DemoTexts, loadTexts } from './texts.ts'
import { makeActiveDays, makeFollows, makeUsers } from './users.ts'

export const DEMO_PASSWORD = 'shiliu123'
export const DEMO_ADMIN = 'admin'
const SEED = 20_260_901

export type DemoStage = 'pictures' | 'avatars' | 'content' | 'check'
type DemoProgress = (stage: DemoStage, done: number, total: number) => void

type Options = {
  /** Limits the number of pictures and of avatars, for tests. */
  pictures?: number
}

type Media = { pictures: Map<string, StoredPicture>; avatars: Map<string, StoredPicture> }

/** Returns false on a site with users. Only for demo mode: the passwords are public. */
export async function seedDemo(
  ctx: Ctx,
  onProgress: DemoProgress = () => undefined,
  { pictures = Number.POSITIVE_INFINITY }: Options = {},
): Promise<boolean> {
  if ((await countUsers(ctx.db)) > 0) return false
  const texts = { ...loadTexts(), moderation: loadModerationTexts() }
  const media = {
    pictures: await storePictures(ctx, 'pictures', pictures, (...counts) => onProgress('pictures', ...counts)),
    avatars: await storePictures(ctx, 'avatars', pictures, (...counts) => onProgress('avatars', ...counts)),
  }
  if ((await countAdmins(ctx)) === 0) {
    await createAdmin(ctx, DEMO_ADMIN, DEMO_PASSWORD, 'owner')
    for (const role of ADMIN_ROLES.filter((one) => one !== 'owner')) await createAdmin(ctx, role, DEMO_PASSWORD, role)
  }
  const passwordHash = await hashPassword(DEMO_PASSWORD, 'command line')
  onProgress('content', 0, 1)
  await watchDemoWords(ctx, texts.moderation)
  // One transaction, so that an interrupted start begins anew.
  await tx(ctx, (t) => writeContent(t, texts, media, passwordHash))
  onProgress('content', 1, 1)
  const reports = await recount(ctx, { check: false, progress: (...counts) => onProgress('check', ...counts) })
  const wrong = reports.filter((report) => report.wrong > 0)
  if (wrong.length > 0) ctx.log.warn({ wrong }, 'demo: counters were wrong and have been corrected')
  return true
}

type Texts = DemoTexts & { moderation: ModerationTexts }

async function writeContent(t: Ctx, texts: Texts, media: Media, passwordHash: string): Promise<void> {
  const random = seededRandom(SEED)
  const now = t.clock.now()
  const ids = await readLastIds(t)
  const taxonomy = await ensureTaxonomy(t, texts)
  const users = makeUsers(random, texts.people, { ids, now, passwordHash, avatars: media.avatars })
  const mainUser = users[0]
  if (!mainUser) throw new Error('The demo has no people')
  const people = makeTroublePeople(texts.moderation.people, { ids, now, passwordHash })
  const everybody = [...users, ...people]
  const authors = makeAuthors(random, users, everybody)
  const follows = assignIds(ids, 'follows', makeFollows(random, users, now))
  const batch = { ...emptyBatch(), users: everybody, follows }
  const trouble: Trouble = { notes: makeTroubleNotes(texts.moderation.notes, authors, now), comments: [] }
  const posts = addPosts(batch, { random, ids, now, authors, texts, media, taxonomy }, trouble)
  trouble.comments = makeTroubleComments(texts.moderation.comments, authors, { posts: batch.posts, now })
  const context = { random, now, users, replies: texts.replies, byPublicId: authors.byPublicId }
  addReactions(batch, ids, context, posts, { ...texts, trouble })
  const userIds = new Map(everybody.map((user) => [user.user_id, user.id]))
  const notifications = makeNotifications(batch, (publicId) => userIds.get(publicId))
  batch.notifications = assignIds(ids, 'notifications', notifications)
  markRead(batch.notifications, everybody, mainUser, 2)
  await writeBatch(t, batch)
  await insertActiveDays(t.db, makeActiveDays(random, users, now))
  const user = authors.byPublicId
  await playModeration(t, { texts: texts.moderation, trouble, posts: batch.posts, user, taxonomy, now })
  await sortNotifications(t.db, now - STORY_MS)
}

/** `users` write by chance, `everybody` where the texts name them. */
function makeAuthors(random: Random, users: Row<'users'>[], everybody: Row<'users'>[]): Authors {
  const byPublicId = new Map(everybody.map((user) => [user.user_id, user]))
  // The first user is the one that visitors sign in as: has some posts, but not many.
  const byActivity = users.map((user, index) => [user, index === 0 ? 1.5 : 0.3 + random.next() ** 2 * 3] as const)
  return {
    byPublicId(publicId) {
      const user = byPublicId.get(publicId)
      if (!user) throw new Error(`The demo's texts name an unknown user: ${publicId}`)
      return user
    },
    random: () => random.weighted(byActivity),
  }
}

type PostOptions = {
  random: Random
  ids: LastIds
  now: number
  authors: Authors
  texts: DemoTexts
  media: Media
  taxonomy: Taxonomy
}
type PlannedPost = {
  post: Post
  source: { look: string; category: string | null; tags: string[] }
  /** Null for a draft. */
  note: DemoNote | null
  /** From 0 to 1; see `randomPopularity`. */
  popularity: number
  /** Fitting pictures for comments. */
  otherPictures: StoredPicture[]
}

function addPosts(batch: RowBatch, options: PostOptions, { notes }: Trouble): PlannedPost[] {
  const { random, ids, now, authors, texts, media, taxonomy } = options
  const gallery = makeGallery(random, media.pictures, texts.looks)
  const posts = makePosts(random, texts.notes, authors, now).map(({ post, note }): PlannedPost => {
    const popularity = randomPopularity(random, post, now, note.said.length > 2)
    return { post, source: note, note, popularity, otherPictures: [] }
  })
  const drafts = makeDrafts(random, texts.drafts, authors, now).map(({ post, draft }): PlannedPost => {
    return { post, source: draft, note: null, popularity: 0, otherPictures: [] }
  })
  const planned = [...posts, ...drafts]
  batch.posts = assignIds(
    ids,
    'posts',
    [...planned, ...notes].map(({ post }) => post),
  )
  // About the order of the recommended feed, so that the gallery avoids equal covers next to each other.
  const rank = ({ post, popularity }: PlannedPost) => hotScore({ ...post, like_count: popularity * 160 })
  for (const plan of planned.toSorted((a, b) => rank(b) - rank(a))) {
    const { post, source } = plan
    post.category_id = source.category === null ? null : taxonomy.categoryId(source.category)
    plan.otherPictures = addImages(random, gallery, batch, post, source)
    addTags(batch, post, source.tags, taxonomy.tagId)
  }
  for (const { post, source } of notes) {
    post.category_id = taxonomy.categoryId(source.category)
    addImages(random, gallery, batch, post, source)
    addTags(batch, post, source.tags, taxonomy.tagId)
  }
  return planned
}

function addReactions(
  batch: RowBatch,
  ids: LastIds,
  context: CommentContext,
  planned: PlannedPost[],
  texts: DemoTexts & { trouble: Trouble },
): void {
  const { random, now } = context
  const comments: PendingComment[] = texts.trouble.comments.map(({ comment }) => comment)
  for (const { post, note, otherPictures, popularity } of planned) {
    if (!note) continue
    const maxComments = Math.min(Math.round(popularity ** 1.3 * 24 + random.next() * 2), 25)
    const general = random.sample(texts.remarksFor(note.category, note.mood), 25)
    const remarks = [...note.said, ...general.map((text) => ({ text }))]
    const pictures = note.mood === 'glad' ? otherPictures : []
    comments.push(...makeComments(context, post, { maxComments, remarks, pictures, mood: note.mood }))
    const likes = makePostLikes(context, post, Math.round(popularity * 47 + random.next() * 2))
    batch.likes.push(...likes)
    batch.collections.push(...makeCollections(context, post, Math.round(likes.length * random.next() * 0.6)))
    post.view_count = viewsFor(random, likes.length)
  }
  batch.comments = assignIds(ids, 'comments', comments).map(toCommentRow)
  for (const { id, picture } of comments) {
    if (picture) batch.comment_images.push({ comment_id: id, media_id: picture.mediaId })
  }
  for (const comment of batch.comments) {
    if (now - comment.created_at < DAY / 4) continue
    const maxLikes = comment.parent_id === null ? 16 : 5
    batch.likes.push(...makeCommentLikes(context, comment, Math.floor(random.next() ** 3.5 * maxLikes)))
  }
  batch.collections = assignIds(ids, 'collections', batch.collections)
  batch.likes = assignIds(ids, 'likes', batch.likes)
}
