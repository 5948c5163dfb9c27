/** Writing notes and drafts: what must be there, pictures, tags, mentions, counters, search (spec sections 4, 5). */
import { NOTICE, POST } from '@shiliu/contract/limits'
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
import * as categories from '#modules/categories/categories.service.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { moveContribution } from './contribution.ts'
import { entriesOf, makeFindable, makeUnfindable } from './findable.service.ts'
import { hotScore } from './hot-score.ts'
import * as repo from './posts.repo.ts'

const NO_ENGAGEMENT = { view_count: 0, like_count: 0, collect_count: 0, comment_count: 0 }
const NOT_FINDABLE = { notes: [], drafts: [] }

type Checked = { title: string; content: string; tokens: Token[]; category_id: number | null; is_draft: 0 | 1 }

/** Pictures may come from `anywhere` where an administrator enters them (wire rule 23). */
type Options = { anywhere?: boolean }

/** Publishes a note or keeps a draft; answers its id. Throws `invalid_input`, `category_not_found`, `image_foreign`. */
export function createPost(ctx: Ctx, authorId: number, input: PostInput, options: Options = {}): Promise<number> {
  return tx(ctx, async (t) => {
    const { tokens, ...fields } = await check(t, input)
    const now = t.clock.now()
    const values = { ...fields, user_id: authorId, created_at: now, updated_at: now }
    const tagIds = await tags.useTags(t, input.tags ?? [])
    // Counters before rows: a row's foreign keys take share locks, which two writers could not both turn into writes.
    await moveContribution(t, null, { ...values, ...NO_ENGAGEMENT, tagIds })
    const id = await repo.insertPost(t.db, { ...values, hot_score: hotScore({ ...NO_ENGAGEMENT, created_at: now }) })
    await writeImages(t, id, input.images ?? [], { ...options, kept: [] })
    await repo.replacePostTags(t.db, id, tagIds)
    await makeFindable(t, [id], NOT_FINDABLE)
    await announce(t, { id, authorId, ...fields, tokens }, [])
    return id
  })
}

/**
 * Replaces a note's fields. Pictures and tags that are not sent stay (wire rule 14). A draft that is published for the
 * first time counts as made now. Throws `post_not_found`, `forbidden` and what `createPost` throws.
 */
export function updatePost(ctx: Ctx, authorId: number, id: number, input: PostInput): Promise<void> {
  return tx(ctx, async (t) => {
    await rewrite(t, await requireOwn(t, authorId, id), input, {})
  })
}

/**
 * Changes the given fields of anybody's note, within the caller's transaction: for the back office. Throws
 * `post_not_found` and what `createPost` throws.
 */
export async function editPost(t: Ctx, id: number, changes: Partial<PostInput>, options: Options): Promise<void> {
  const before = await repo.lockPost(t.db, t.engine, id)
  if (!before) throw new AppError('post_not_found')
  const { title, content, category_id, is_draft } = before
  await rewrite(t, before, { title, content, category_id, is_draft: is_draft === 1, ...changes }, options)
}

async function rewrite(t: Ctx, before: repo.PostRow, input: PostInput, options: Options): Promise<void> {
  const { id, user_id: authorId } = before
  const wasFoundBy = await entriesOf(t, [id])
  const oldTagIds = (await repo.listTagsOfPost(t.db, id)).map((tag) => tag.id)
  const { tokens, ...fields } = await check(t, input)
  const now = t.clock.now()
  // Taken back and published again a note is as old as it was: it could be made new without end.
  const wasPublic = before.is_draft === 0 || before.taken_back === 1
  const created_at = fields.is_draft === 0 && !wasPublic ? now : before.created_at
  const taken_back = wasPublic ? fields.is_draft : 0
  const after = { ...before, ...fields, created_at }
  const tagIds = input.tags ? await tags.useTags(t, input.tags) : oldTagIds
  await moveContribution(t, { ...before, tagIds: oldTagIds }, { ...after, tagIds })
  await repo.updatePost(t.db, id, { ...fields, taken_back, created_at, updated_at: now, hot_score: hotScore(after) })
  if (input.images) {
    const images = input.images
    const kept = await repo.listImagesElsewhere(t.db, id)
    const write = () => writeImages(t, id, images, { ...options, kept })
    // What the back office takes out is gone; an author's goes with a later sweep, since another window may show it.
    if (options.anywhere) await media.removeWith(t, 'post images', [id], write)
    else await write()
  }
  if (input.tags) await repo.replacePostTags(t.db, id, tagIds)
  await makeFindable(t, [id], wasFoundBy)
  const alreadyTold = before.is_draft === 1 ? [] : mentionedIds(parseRichText(before.content))
  await announce(t, { id, authorId, ...fields, tokens }, alreadyTold)
}

/** Deletes a note with all that hangs on it. Throws `post_not_found`, `forbidden`. */
export function deletePost(ctx: Ctx, authorId: number, id: number): Promise<void> {
  return tx(ctx, async (t) => {
    const post = await requireOwn(t, authorId, id)
    const tagIds = (await repo.listTagsOfPost(t.db, id)).map((tag) => tag.id)
    await moveContribution(t, { ...post, tagIds }, null)
    await makeUnfindable(t, [id], await entriesOf(t, [id]))
    await notifications.beforeDeletionOf(t, 'posts', [id])
    await media.removeWith(t, 'posts', [id], () => repo.deletePost(t.db, id))
    pagesChanged(t)
  })
}

async function requireOwn(t: Ctx, authorId: number, id: number): Promise<repo.PostRow> {
  const post = await repo.lockPost(t.db, t.engine, id)
  if (!post || (post.is_draft === 1 && post.user_id !== authorId)) throw new AppError('post_not_found')
  if (post.user_id !== authorId) throw new AppError('forbidden')
  return post
}

/** Cleans and judges the fields; a draft may lack any of them. */
async function check(t: Ctx, input: PostInput): Promise<Checked> {
  const tokens = cleanTokens(input.content, { images: false })
  const wrong = (field: string, message: string) => new AppError('invalid_input', { field, message })
  if (length(plainText(tokens)) > POST.contentMax) throw wrong('content', `正文不能超过${POST.contentMax}个字`)
  if (!input.is_draft) {
    if (!isVisible(input.title)) throw wrong('title', '请输入标题')
    if (tokens.length === 0) throw wrong('content', '请输入正文')
    if (input.category_id === null) throw wrong('category_id', '请选择分类')
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

/** An author may keep the addresses elsewhere that an administrator gave the note. */
type Sources = Options & { kept: string[] }

async function writeImages(t: Ctx, id: number, urls: string[], { anywhere = false, kept }: Sources): Promise<void> {
  await repo.replacePostImages(t.db, id, await media.requirePictures(t, urls, { anywhere, kept, field: 'images' }))
}

type Written = Checked & { id: number; authorId: number }

/** Tells those newly mentioned, drops cached pages. */
async function announce(t: Ctx, post: Written, alreadyTold: string[]): Promise<void> {
  pagesChanged(t)
  if (post.is_draft === 1) return
  const fresh = mentionedIds(post.tokens).filter((userId) => !alreadyTold.includes(userId))
  const notice = { senderId: post.authorId, type: NOTICE.mention, targetId: post.id, commentId: null }
  const receivers = await users.resolvePublicIds(t, fresh)
  await notifications.recordAll(t, { ...notice, eventKey: `mention:post:${post.id}` }, receivers)
}
