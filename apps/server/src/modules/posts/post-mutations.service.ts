/** Creates, edits and deletes posts and drafts (docs/product.md#publishing, #note-fields). */
import { POST } from '@shiliu/contract/limits'
import type { PostInput } from '@shiliu/contract/posts'
import {
  cleanTokens,
  formatRichText,
  mentionedIds,
  parseRichText,
  plainText,
  type Token,
} from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import { isVisible } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { keepAddress, type Whereabouts } from '#modules/addresses/addresses.service.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { deleteWithMedia } from '#modules/media/media.deletion.service.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { moveAggregateCounters } from './aggregate-counters.ts'
import { DAY_POSTS_MAX, hotScore } from './hot-score.ts'
import { postsChanged } from './post-changes.ts'
import * as repo from './posts.repo.ts'
import { indexPosts, loadSearchEntries, unindexPosts } from './search-indexing.service.ts'

const NO_ENGAGEMENT = { view_count: 0, like_count: 0, collect_count: 0, comment_count: 0 }
const NO_ENTRIES = { notes: [], drafts: [] }

type ValidFields = { title: string; content: string; tokens: Token[]; category_id: number | null; is_draft: 0 | 1 }

/** `allowExternal` accepts pictures on other sites, which only administrators may enter; `from` is where the author is. */
type Options = { allowExternal?: boolean; from?: Whereabouts }

/** Creates a post or a draft; returns its id. Throws `invalid_input`, `category_not_found`, `image_foreign`. */
export function createPost(ctx: Ctx, authorId: number, input: PostInput, options: Options = {}): Promise<number> {
  return tx(ctx, async (t) => {
    const { tokens, ...fields } = await validate(t, input)
    const now = t.clock.now()
    const day_posts = await countDayPosts(t, authorId)
    const location = options.from?.place ?? null
    const values = { ...fields, user_id: authorId, location, day_posts, created_at: now, updated_at: now }
    const tagIds = await tags.ensureTags(t, input.tags ?? [])
    // Counters first: the insert takes shared locks through foreign keys, and updating counters after it may deadlock.
    await moveAggregateCounters(t, null, { ...values, ...NO_ENGAGEMENT, tagIds })
    const id = await repo.insertPost(t.db, {
      ...values,
      hot_score: hotScore({ ...NO_ENGAGEMENT, created_at: now, day_posts }),
    })
    if (options.from) await keepAddress(t, { kind: 'post', id, account: `user:${authorId}` }, options.from)
    await writeImages(t, { id, user_id: authorId }, input.images ?? [], { ...options, existing: [] })
    await repo.replacePostTags(t.db, id, tagIds)
    await indexPosts(t, [id], NO_ENTRIES)
    postsChanged(t, [id], [values])
    await notifyMentioned(t, { id, authorId, ...fields, tokens }, [])
    return id
  })
}

/** As `createPost`, for the author: within what one may publish. Also throws `too_many_requests`. */
export async function writePost(ctx: Ctx, authorId: number, input: PostInput, from?: Whereabouts): Promise<number> {
  // Refuses most of a flood before it waits for the others' transactions.
  if (!input.is_draft && !ctx.pending) await requirePublishing(ctx, authorId)
  return tx(ctx, async (t) => {
    if (!input.is_draft) await requirePublishing(t, authorId)
    return createPost(t, authorId, input, from && { from })
  })
}

const DAY_MS = 24 * 3600 * 1000

const countDayPosts = (t: Ctx, authorId: number) =>
  repo.countPublishedSince(t.db, authorId, t.clock.now() - DAY_MS, DAY_POSTS_MAX)

const LIMITS = [
  { setting: 'notes_per_ten_minutes', windowMs: 10 * 60_000 },
  { setting: 'notes_per_day', windowMs: DAY_MS },
] as const

/** Throws `too_many_requests` where the author published as much as one may (docs/api.md#rate-limits). */
async function requirePublishing(t: Ctx, authorId: number): Promise<void> {
  // Of several transactions at once the later ones count the earlier ones.
  if (t.pending) await users.lockUsers(t, [authorId])
  for (const { setting, windowMs } of LIMITS) {
    const earliest = await repo.findPublishedAt(t.db, authorId, await users.writingLimit(t, authorId, setting))
    const wait = earliest === undefined ? 0 : earliest + windowMs - t.clock.now()
    if (wait > 0) throw new AppError('too_many_notes', { retryAfter: Math.ceil(wait / 1000) })
  }
}

/**
 * Pictures and tags that are not sent stay. Throws `post_not_found`, `forbidden`, and what `writePost` throws, which
 * counts a draft that becomes a post.
 */
export function updatePost(
  ctx: Ctx,
  authorId: number,
  id: number,
  input: PostInput,
  from?: Whereabouts,
): Promise<void> {
  return tx(ctx, async (t) => {
    const before = await requireOwn(t, authorId, id)
    if (!input.is_draft && !wasPublic(before)) await requirePublishing(t, authorId)
    await replaceFields(t, before, input, from ? { from } : {})
  })
}

/** Changes any post, for the back office. Throws `post_not_found` and what `createPost` throws. */
export async function editPost(t: Ctx, id: number, changes: Partial<PostInput>, options: Options): Promise<void> {
  const before = await repo.lockPost(t.db, t.engine, id)
  if (!before) throw new AppError('post_not_found')
  const { title, content, category_id, is_draft } = before
  await replaceFields(t, before, { title, content, category_id, is_draft: is_draft === 1, ...changes }, options)
}

const wasPublic = (post: repo.PostRow) => post.is_draft === 0 || post.taken_back === 1

async function replaceFields(t: Ctx, before: repo.PostRow, input: PostInput, options: Options): Promise<void> {
  const { id, user_id: authorId } = before
  const entriesBefore = await loadSearchEntries(t, [id])
  const oldTagIds = (await repo.listTagsOfPost(t.db, id)).map((tag) => tag.id)
  const { tokens, ...fields } = await validate(t, input)
  const now = t.clock.now()
  // A post that was public before keeps its creation time: otherwise republishing would move it to the top.
  const created_at = fields.is_draft === 0 && !wasPublic(before) ? now : before.created_at
  const taken_back = wasPublic(before) ? fields.is_draft : 0
  const day_posts = created_at === before.created_at ? before.day_posts : await countDayPosts(t, authorId)
  const after = { ...before, ...fields, created_at, day_posts }
  const tagIds = input.tags ? await tags.ensureTags(t, input.tags) : oldTagIds
  await moveAggregateCounters(t, { ...before, tagIds: oldTagIds }, { ...after, tagIds })
  await repo.updatePost(t.db, id, {
    ...fields,
    taken_back,
    created_at,
    day_posts,
    updated_at: now,
    hot_score: hotScore(after),
    ...(options.from?.place && { location: options.from.place }),
  })
  if (options.from) await keepAddress(t, { kind: 'post', id, account: `user:${authorId}` }, options.from)
  if (input.images) {
    const images = input.images
    const existing = await repo.listExternalImages(t.db, id)
    const write = () => writeImages(t, before, images, { ...options, existing })
    // An author's removed pictures are left to the sweep of unused uploads: a second editor window may still use them.
    if (options.allowExternal) await deleteWithMedia(t, 'post images', [id], write)
    else await write()
  }
  if (input.tags) await repo.replacePostTags(t.db, id, tagIds)
  await indexPosts(t, [id], entriesBefore)
  postsChanged(t, [id], [before, after])
  const notified = before.is_draft === 1 ? [] : mentionedIds(parseRichText(before.content))
  await notifyMentioned(t, { id, authorId, ...fields, tokens }, notified)
}

/** Deletes the author's own post with its comments, likes and collections. Throws `post_not_found`, `forbidden`. */
export function deletePost(ctx: Ctx, authorId: number, id: number): Promise<void> {
  return tx(ctx, async (t) => {
    const post = await requireOwn(t, authorId, id)
    const tagIds = (await repo.listTagsOfPost(t.db, id)).map((tag) => tag.id)
    await moveAggregateCounters(t, { ...post, tagIds }, null)
    await unindexPosts(t, [id], await loadSearchEntries(t, [id]))
    await notifications.refreshUnreadBeforeDeletion(t, 'posts', [id])
    await deleteWithMedia(t, 'posts', [id], () => repo.deletePost(t.db, id))
    postsChanged(t, [id], [post])
  })
}

async function requireOwn(t: Ctx, authorId: number, id: number): Promise<repo.PostRow> {
  const post = await repo.lockPost(t.db, t.engine, id)
  if (!post || (post.is_draft === 1 && post.user_id !== authorId)) throw new AppError('post_not_found')
  if (post.user_id !== authorId) throw new AppError('forbidden')
  return post
}

/** A draft may lack any of the fields. */
async function validate(t: Ctx, input: PostInput): Promise<ValidFields> {
  const tokens = cleanTokens(input.content, { images: false })
  const invalid = (field: string, message: string) => new AppError('invalid_input', { field, message })
  if (length(plainText(tokens)) > POST.contentMax) throw invalid('content', `正文不能超过${POST.contentMax}个字`)
  if (!input.is_draft) {
    if (!isVisible(input.title)) throw invalid('title', '请输入标题')
    if (tokens.length === 0) throw invalid('content', '请输入正文')
    if (input.category_id === null) throw invalid('category_id', '请选择分类')
  }
  if (input.category_id !== null) await categories.requireCategory(t, input.category_id)
  return {
    title: input.title,
    content: formatRichText(tokens),
    tokens,
    category_id: input.category_id,
    is_draft: input.is_draft ? 1 : 0,
  }
}

/** `existing` are external pictures that an administrator added, which the author may keep. */
type ImageOptions = Options & { existing: string[] }

type ImagesOf = Pick<repo.PostRow, 'id' | 'user_id'>

async function writeImages(t: Ctx, { id, user_id }: ImagesOf, urls: string[], options: ImageOptions): Promise<void> {
  const { allowExternal = false, existing } = options
  // What an administrator put into a note may stay there.
  const author = allowExternal ? 'administrator' : { userId: user_id, postId: id }
  const pictures = await media.resolvePictures(t, urls, { author, existing, field: 'images' })
  await repo.replacePostImages(t.db, id, pictures)
}

type WrittenPost = ValidFields & { id: number; authorId: number }

/** `notified` are the public ids that were mentioned before. */
async function notifyMentioned(t: Ctx, post: WrittenPost, notified: string[]): Promise<void> {
  if (post.is_draft === 1) return
  const added = mentionedIds(post.tokens).filter((userId) => !notified.includes(userId))
  const receivers = await users.resolvePublicIds(t, added)
  await notifications.notifyMentioned(t, { senderId: post.authorId, postId: post.id, commentId: null }, receivers)
}
