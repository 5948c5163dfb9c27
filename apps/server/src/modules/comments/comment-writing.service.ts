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
import { loadComments } from './comment-cards.ts'
import * as repo from './comments.repo.ts'
import { lockComment, subtree } from './comments.service.ts'

type Content = { tokens: Token[]; mediaIds: number[] }

/**
 * Comments on a note or answers a comment of it. Throws `invalid_input`, `image_foreign`, `post_not_found`,
 * `comment_not_found`.
 */
export function createComment(ctx: Ctx, authorId: number, body: BodyOf<typeof create>): Promise<Comment> {
  return tx(ctx, async (t) => {
    const { tokens, mediaIds } = await check(t, body.content)
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
    const ids = await subtree(t, comment)
    await posts.addToCounter(t, comment.post_id, 'comment_count', -ids.length)
    if (comment.parent_id !== null) await repo.addToCommentCounter(t.db, comment.parent_id, 'reply_count', -1)
    await repo.deleteComments(t.db, ids)
    return { id, deletedCount: ids.length }
  })
}

/** Cleans and judges a comment's text and pictures. */
async function check(t: Ctx, source: string): Promise<Content> {
  const tokens = cleanTokens(source, { images: true })
  const wrong = (message: string) => new AppError('invalid_input', { field: 'content', message })
  if (tokens.length === 0) throw wrong('请输入评论内容或上传图片')
  if (length(plainText(tokens)) > COMMENT.contentMax) throw wrong(`评论不能超过${COMMENT.contentMax}个字`)
  const urls = tokens.flatMap((token) => (token.kind === 'image' ? [token.url] : []))
  if (urls.length > COMMENT.imagesMax) throw wrong(`最多只能上传${COMMENT.imagesMax}张图片`)
  const pictures = await media.requireOwn(t, urls)
  return { tokens, mediaIds: pictures.map((picture) => picture.id) }
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
async function announce(t: Ctx, { id, authorId, post, parent, tokens }: Written): Promise<void> {
  const notice = { senderId: authorId, targetId: post.id, commentId: id }
  const eventKey = `comment:${id}`
  if (parent) {
    await notifications.record(t, { ...notice, userId: parent.user_id, type: NOTICE.replyComment, eventKey })
  }
  if (post.user_id !== parent?.user_id) {
    await notifications.record(t, { ...notice, userId: post.user_id, type: NOTICE.commentPost, eventKey })
  }
  const told = [post.user_id, parent?.user_id]
  const mentioned = (await users.resolvePublicIds(t, mentionedIds(tokens))).filter((userId) => !told.includes(userId))
  const mention = { ...notice, type: NOTICE.mention, eventKey: `mention:${eventKey}` }
  await notifications.recordAll(t, mention, mentioned)
}
