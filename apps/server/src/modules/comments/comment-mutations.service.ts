/** Writing and deleting comments: content, pictures, counters, whom they tell (spec sections 3, 5). */
import type { Comment, create } from '@shiliu/contract/comments'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { COMMENT, NOTICE } from '@shiliu/contract/limits'
import { cleanTokens, formatRichText, mentionedIds, plainText, type Token } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import type { Ctx } from '#deps.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { loadComments } from './comment-cards.ts'
import * as repo from './comments.repo.ts'
import { lockComment } from './comments.service.ts'
import { eraseComments } from './comments-erasure.service.ts'

type Content = { tokens: Token[]; mediaIds: number[] }

/** Pictures may come from `anywhere` where an administrator enters them (wire rule 23). */
type Options = { anywhere?: boolean }

/**
 * Comments on a note or answers a comment of it. Throws `invalid_input`, `image_foreign`, `post_not_found`,
 * `comment_not_found`.
 */
export function createComment(
  ctx: Ctx,
  authorId: number,
  body: BodyOf<typeof create>,
  options: Options = {},
): Promise<Comment> {
  return tx(ctx, async (t) => {
    const { tokens, mediaIds } = await check(t, body.content, options)
    const post = await posts.lockPublished(t, body.post_id)
    const parent = body.parent_id === null ? null : await requireParent(t, post.id, body.parent_id)
    // Counters before rows: a row's foreign keys take share locks, which two writers could not both turn into writes.
    await posts.addToCounter(t, post.id, 'comment_count', 1)
    if (parent) await repo.addToCommentCounter(t.db, parent.id, 'reply_count', 1)
    const id = await repo.insertComment(t.db, {
      post_id: post.id,
      user_id: authorId,
      parent_id: parent?.id ?? null,
      root_id: parent ? (parent.root_id ?? parent.id) : null,
      content: formatRichText(tokens),
      created_at: t.clock.now(),
    })
    await repo.insertCommentImages(t.db, id, mediaIds)
    await announce(t, { id, authorId, post, parent, tokens })
    const [comment] = await loadComments(t, authorId, [id])
    if (!comment) throw new AppError('comment_not_found')
    return comment
  })
}

/** Deletes one's own comment with all that answers it. Throws `comment_not_found`, `forbidden`. */
export function removeComment(ctx: Ctx, userId: number, id: number): Promise<{ id: number; deletedCount: number }> {
  return tx(ctx, async (t) => {
    const comment = await lockComment(t, id)
    if (comment.user_id !== userId) throw new AppError('forbidden')
    return { id, deletedCount: await eraseComments(t, [id]) }
  })
}

/**
 * Replaces the text and pictures of a comment and tells those newly mentioned, within the caller's transaction, which has
 * locked its note. Throws `comment_not_found`, `invalid_input`, `image_foreign`.
 */
export async function editComment(t: Ctx, id: number, source: string, options: Options): Promise<void> {
  const comment = await repo.findComment(t.db, id)
  if (!comment) throw new AppError('comment_not_found')
  const { tokens, mediaIds } = await check(t, source, options)
  await repo.updateContent(t.db, id, formatRichText(tokens))
  await media.removeWith(t, 'comments', [id], async () => {
    await repo.deleteCommentImages(t.db, id)
    await repo.insertCommentImages(t.db, id, mediaIds)
  })
  pagesChanged(t)
  const post = await posts.findPublished(t, comment.post_id)
  const parent = comment.parent_id === null ? undefined : await repo.findComment(t.db, comment.parent_id)
  if (post) await tellMentioned(t, { id, authorId: comment.user_id, post, parent: parent ?? null, tokens })
}

/** Cleans and judges a comment's text and pictures. */
async function check(t: Ctx, source: string, { anywhere = false }: Options): Promise<Content> {
  const tokens = cleanTokens(source, { images: true })
  const wrong = (message: string) => new AppError('invalid_input', { field: 'content', message })
  if (tokens.length === 0) throw wrong('请输入评论内容或上传图片')
  if (length(plainText(tokens)) > COMMENT.contentMax) throw wrong(`评论不能超过${COMMENT.contentMax}个字`)
  const urls = tokens.flatMap((token) => (token.kind === 'image' ? [token.url] : []))
  if (urls.length > COMMENT.imagesMax) throw wrong(`最多只能上传${COMMENT.imagesMax}张图片`)
  const pictures = await media.requirePictures(t, urls, { anywhere, field: 'images' })
  return { tokens, mediaIds: pictures.flatMap(({ media_id }) => media_id ?? []) }
}

async function requireParent(t: Ctx, postId: number, id: number): Promise<repo.CommentRow> {
  const parent = await repo.findComment(t.db, id)
  if (!parent || parent.post_id !== postId) throw new AppError('comment_not_found')
  return parent
}

type Written = {
  id: number
  authorId: number
  post: posts.PostRow
  parent: repo.CommentRow | null
  tokens: Token[]
}

/** Tells who is concerned, each once: who was answered, else whose note it is, else who is mentioned. */
async function announce(t: Ctx, written: Written): Promise<void> {
  const { post, parent } = written
  const notice = noticeOf(written)
  const eventKey = eventKeyOf(written)
  if (parent) {
    await notifications.record(t, { ...notice, userId: parent.user_id, type: NOTICE.replyComment, eventKey })
  }
  if (post.user_id !== parent?.user_id) {
    await notifications.record(t, { ...notice, userId: post.user_id, type: NOTICE.commentPost, eventKey })
  }
  await tellMentioned(t, written)
}

const noticeOf = ({ id, authorId, post }: Written) => ({ senderId: authorId, targetId: post.id, commentId: id })
const eventKeyOf = ({ id }: Written) => `comment:${id}`

/** Whom the comment itself was told of hears nothing more, nor who was told of an earlier wording. */
async function tellMentioned(t: Ctx, written: Written): Promise<void> {
  const told = [written.post.user_id, written.parent?.user_id]
  const mentioned = await users.resolvePublicIds(t, mentionedIds(written.tokens))
  const mention = { ...noticeOf(written), type: NOTICE.mention, eventKey: `mention:${eventKeyOf(written)}` }
  await notifications.recordAll(
    t,
    mention,
    mentioned.filter((userId) => !told.includes(userId)),
  )
}
