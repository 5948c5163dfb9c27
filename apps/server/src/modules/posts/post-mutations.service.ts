/** Creates, edits and deletes posts and drafts (docs/product.md#publishing, #note-fields). */
import { POST, TARGET } from '@shiliu/contract/limits'
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
import { type Actor, stateBeforeOwnDeletion } from '#modules/moderation/history.service.ts'
import { checkWords, type WordCheck } from '#modules/moderation/word-checks.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { DAY_MS, MINUTE_MS } from '#platform/clock.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { moveAggregateCounters } from './aggregate-counters.ts'
import { DAY_POSTS_MAX, hotScore } from './hot-score.ts'
import { dropMovedPins } from './pins.service.ts'
import { postsChanged } from './post-changes.ts'
import { contentOf, type Published, presentPublished, reviewRule, submitForReview } from './post-review.service.ts'
import { decideOnPosts } from './post-states.service.ts'
import { isPrivate, isShownTo } from './post-visibility.ts'
import * as repo from './posts.repo.ts'
import { indexPosts, loadSearchEntries } from './search-indexing.service.ts'

const NO_ENGAGEMENT = { view_count: 0, like_count: 0, collect_count: 0, comment_count: 0, is_featured: 0 }
const NO_ENTRIES = { notes: [], drafts: [] }

type ValidFields = { title: string; content: string; tokens: Token[]; category_id: number | null; is_draft: 0 | 1 }

/** `allowExternal` accepts pictures on other sites, which administrators may enter; `from`: where the author is. */
type Options = { allowExternal?: boolean; from?: Whereabouts }

/** Creates a post or a draft; returns its id. Throws `invalid_input`, `category_not_found`, `image_foreign`. */
export function createPost(ctx: Ctx, authorId: number, input: PostInput, options: Options = {}): Promise<number> {
  return tx(ctx, async (t) => {
    if (!input.is_draft) await users.requireShown(t, authorId)
    const { tokens, ...fields } = await validate(t, input)
    const now = t.clock.now()
    const day_posts = await countDayPosts(t, authorId)
    const location = options.from?.location ?? null
    const visibility = { state: 'visible', author_hidden: 0 } as const
    const is_private = isPrivate({ ...fields, ...visibility })
    const stamps = { created_at: now, updated_at: now }
    const values = { ...fields, ...visibility, is_private, user_id: authorId, location, day_posts, ...stamps }
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
    await tags.requireUnmerged(t, tagIds)
    await indexPosts(t, [id], NO_ENTRIES)
    postsChanged(t, [id], [values])
    await notifyMentioned(t, { ...values, id, authorId, tokens }, [])
    return id
  })
}

/** As `createPost`, for the author: within what one may publish. Also throws `too_many_notes`. */
export async function writePost(ctx: Ctx, authorId: number, input: PostInput, from?: Whereabouts): Promise<Published> {
  // Refuses most of a flood before it waits for the others' transactions.
  if (!input.is_draft && !ctx.pending) await requirePublishing(ctx, authorId)
  return tx(ctx, async (t) => {
    if (!input.is_draft) await countPublishing(t, authorId)
    const { checked, check } = checkPost(t, input)
    const rule = input.is_draft ? null : await reviewRule(t, authorId)
    const id = await createPost(t, authorId, checked, from && { from })
    await submitForReview(t, id, check, rule)
    return presentPublished(t, id)
  })
}

/** What the watched words leave of a text. Drafts are checked when they are published. Throws `invalid_input`. */
function checkPost(t: Ctx, input: PostInput): { checked: PostInput; check: WordCheck } {
  const check = checkWords(t)
  if (input.is_draft) return { checked: input, check }
  const checked = {
    ...input,
    title: check.line('title', input.title),
    content: check.markup('content', input.content),
    ...(input.tags && { tags: input.tags.map((name) => check.line('tags', name)) }),
  }
  return { checked, check }
}

const countDayPosts = (t: Ctx, authorId: number) =>
  repo.countPublishedSince(t.db, authorId, t.clock.now() - DAY_MS, DAY_POSTS_MAX)

const LIMITS = [
  { setting: 'notes_per_ten_minutes', windowMs: 10 * MINUTE_MS },
  { setting: 'notes_per_day', windowMs: DAY_MS },
] as const

/** Counts what the author publishes, also if it is deleted later. Throws what `requirePublishing` throws. */
async function countPublishing(t: Ctx, authorId: number): Promise<void> {
  // Of several transactions at once the later ones count the earlier ones.
  await users.lockUsers(t, [authorId])
  await requirePublishing(t, authorId)
  await repo.insertPublication(t.db, authorId, t.clock.now())
}

/** Called by a timer: deletes what no limit counts any more. */
export async function purgePublications({ db, clock }: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listPublicationIdsBefore(db, clock.now() - DAY_MS, limit),
    (ids) => repo.deletePublications(db, ids),
  )
}

/** Throws `too_many_notes` where the author published as much as one may (docs/api.md#rate-limits). */
async function requirePublishing(t: Ctx, authorId: number): Promise<void> {
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
): Promise<Published> {
  return tx(ctx, async (t) => {
    const before = await requireOwn(t, authorId, id)
    if (!input.is_draft && !wasPublic(before)) await countPublishing(t, authorId)
    // The tags of a draft were not checked when it was written.
    const tags = input.tags ?? (await repo.listTagsOfPost(t.db, id)).map(({ name }) => name)
    const { checked, check } = checkPost(t, { ...input, tags })
    const rule = input.is_draft ? null : await reviewRule(t, authorId)
    const shown = rule === null ? null : await contentOf(t, id)
    await replaceFields(t, before, checked, from ? { from } : {})
    const isNew = before.is_draft === 1 || (rule !== null && shown !== (await contentOf(t, id)))
    await submitForReview(t, id, check, isNew ? rule : null)
    if (before.state === 'rejected' && !input.is_draft) {
      const submission = { actor: await authorOf(t, authorId), action: 'submit', reason: null } as const
      await decideOnPosts(t, submission, [id], () => ({ state: 'pending', reason: null }))
    }
    return presentPublished(t, id)
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
  // What is in the trash is not seen, and stays.
  const trashedTagIds = await repo.listTrashedTagIds(t.db, id)
  const oldTagIds = [...(await repo.listTagsOfPost(t.db, id)).map((tag) => tag.id), ...trashedTagIds]
  const trashedCategory = await categories.findTrashedId(t, before.category_id)
  const category_id = input.category_id === trashedCategory ? null : input.category_id
  const { tokens, ...valid } = await validate(t, { ...input, category_id })
  const fields = { ...valid, category_id: valid.category_id ?? trashedCategory }
  const now = t.clock.now()
  // A post that was public before keeps its creation time: otherwise republishing would move it to the top.
  const created_at = fields.is_draft === 0 && !wasPublic(before) ? now : before.created_at
  const taken_back = wasPublic(before) ? fields.is_draft : 0
  const day_posts = created_at === before.created_at ? before.day_posts : await countDayPosts(t, authorId)
  const decided = { ...before, ...fields, created_at, day_posts }
  const after = { ...decided, is_private: isPrivate(decided) }
  const tagIds = input.tags ? [...(await tags.ensureTags(t, input.tags)), ...trashedTagIds] : oldTagIds
  await moveAggregateCounters(t, { ...before, tagIds: oldTagIds }, { ...after, tagIds })
  await repo.updatePost(t.db, id, {
    ...fields,
    is_private: after.is_private,
    taken_back,
    created_at,
    day_posts,
    updated_at: now,
    hot_score: hotScore(after),
    ...(options.from?.location && { location: options.from.location }),
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
  if (input.tags) {
    await repo.replacePostTags(t.db, id, tagIds)
    const added = tagIds.filter((tagId) => !oldTagIds.includes(tagId))
    await tags.requireUnmerged(t, added)
  }
  if (after.category_id !== before.category_id) await dropMovedPins(t, [after])
  await indexPosts(t, [id], entriesBefore)
  postsChanged(t, [id], [before, after])
  const notified = before.is_private === 1 ? [] : mentionedIds(parseRichText(before.content))
  await notifyMentioned(t, { ...after, authorId, tokens }, notified)
}

/** Puts the author's own post into the trash, with all that belongs to it. Throws `post_not_found`, `forbidden`. */
export function deletePost(ctx: Ctx, authorId: number, id: number): Promise<void> {
  return tx(ctx, async (t) => {
    await requireOwn(t, authorId, id)
    const deletion = { actor: await authorOf(t, authorId), action: 'delete', reason: null } as const
    await decideOnPosts(t, deletion, [id], () => ({ state: 'deleted', reason: null }))
  })
}

/** Takes a post that its author deleted out of the trash, as it was. Throws `post_not_found`. */
export function restorePost(ctx: Ctx, authorId: number, id: number): Promise<void> {
  return tx(ctx, async (t) => {
    const actor = await authorOf(t, authorId)
    await repo.lockPost(t.db, t.engine, id)
    const before = await stateBeforeOwnDeletion(t, TARGET.post, id, actor)
    if (!before) throw new AppError('post_not_found')
    await decideOnPosts(t, { actor, action: 'restore', reason: null }, [id], () => before)
  })
}

/** The author as the history names them. */
const authorOf = async (t: Ctx, authorId: number): Promise<Actor> => ({
  key: `user:${authorId}`,
  name: (await users.requireUserById(t, authorId)).nickname,
})

async function requireOwn(t: Ctx, authorId: number, id: number): Promise<repo.PostRow> {
  const post = await repo.lockPost(t.db, t.engine, id)
  if (!post || !isShownTo(post, authorId)) throw new AppError('post_not_found')
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

type WrittenPost = { id: number; authorId: number; tokens: Token[]; is_private: number }

/** Tells whoever these posts mention, each once; for posts that others could not see before. Not for private ones. */
export async function tellMentioned(t: Ctx, ids: readonly number[]): Promise<void> {
  const posts = (await repo.listPublicTexts(t.db, ids)).flatMap(({ id, user_id, content }) => {
    const publicIds = mentionedIds(parseRichText(content))
    return publicIds.length === 0 ? [] : [{ id, user_id, publicIds }]
  })
  const idOf = await users.mapPublicIds(t, [...new Set(posts.flatMap(({ publicIds }) => publicIds))])
  const mentions = posts.map(({ id, user_id, publicIds }) => {
    const userIds = [...new Set(publicIds.flatMap((publicId) => idOf(publicId) ?? []))]
    return { senderId: user_id, postId: id, commentId: null, userIds }
  })
  await notifications.notifyMentioned(t, mentions)
}

/** `notified` are the public ids that were mentioned before. */
async function notifyMentioned(t: Ctx, post: WrittenPost, notified: string[]): Promise<void> {
  if (post.is_private === 1) return
  const added = mentionedIds(post.tokens).filter((userId) => !notified.includes(userId))
  const userIds = await users.resolvePublicIds(t, added)
  await notifications.notifyMentioned(t, [{ senderId: post.authorId, postId: post.id, commentId: null, userIds }])
}
