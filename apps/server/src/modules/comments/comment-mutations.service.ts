import type { create } from '@shiliu/contract/comments'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import { COMMENT, NOTICE, TARGET } from '@shiliu/contract/limits'
import { cleanTokens, formatRichText, mentionedIds, plainText, type Token } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import type { Ctx } from '#deps.ts'
import { keepAddress, type Whereabouts } from '#modules/addresses/addresses.service.ts'
import { deleteWithMedia } from '#modules/media/media.deletion.service.ts'
import * as media from '#modules/media/media.service.ts'
import { type Actor, stateBeforeOwnDeletion } from '#modules/moderation/history.service.ts'
import { checkWords, submissionFor } from '#modules/moderation/word-checks.service.ts'
import { noteFindings } from '#modules/moderation/word-findings.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { decideOnComments } from './comment-states.service.ts'
import { lockPostsOfComments } from './comments.deletion.service.ts'
import * as repo from './comments.repo.ts'
import { addToCounter, lockComment } from './comments.service.ts'
import { commentsChanged, loadComments } from './load-comments.ts'

type Content = { tokens: Token[]; mediaIds: number[] }

/** `allowExternal` accepts pictures on other sites, which administrators may enter; `from`: where the author is. */
type Options = { allowExternal?: boolean; from?: Whereabouts }

/** Throws `invalid_input`, `image_foreign`, `post_not_found`, `comment_not_found`. */
export function createComment(
  ctx: Ctx,
  authorId: number,
  body: BodyOf<typeof create>,
  options: Options = {},
): Promise<OutputOf<typeof create>> {
  return tx(ctx, async (t) => {
    const author = options.allowExternal ? 'administrator' : { userId: authorId }
    const check = checkWords(t)
    // Administrators write what they want to.
    const source = options.allowExternal ? body.content : check.markup('content', body.content)
    const { tokens, mediaIds } = await validate(t, source, author)
    const post = await posts.lockPublished(t, body.post_id)
    const parent = body.parent_id === null ? null : await requireParent(t, post.id, body.parent_id)
    await users.requireShown(t, authorId)
    // Counters first: the insert takes shared locks through foreign keys, and updating counters after it may deadlock.
    await posts.addToCounter(t, post.id, 'comment_count', 1)
    if (parent) await addToCounter(t, 'reply_count', new Map([[parent.id, 1]]))
    const id = await repo.insertComment(t.db, {
      post_id: post.id,
      user_id: authorId,
      parent_id: parent?.id ?? null,
      root_id: parent ? (parent.root_id ?? parent.id) : null,
      content: formatRichText(tokens),
      location: options.from?.location ?? null,
      created_at: t.clock.now(),
    })
    if (options.from) await keepAddress(t, { kind: 'comment', id, account: `user:${authorId}` }, options.from)
    await repo.insertCommentImages(t.db, id, mediaIds)
    commentsChanged(t, [id], [post.id])
    await notifyAbout(t, { id, authorId, post, parent, tokens })
    await noteFindings(t, check, { type: TARGET.comment, id, postId: post.id })
    const submission = submissionFor(check)
    if (submission) await decideOnComments(t, submission, [id], () => ({ state: 'pending', reason: null }))
    const [comment] = await loadComments(t, authorId, [id])
    if (!comment) throw new AppError('comment_not_found')
    return submission ? { ...comment, moderation: { state: 'pending', reason: null, can_appeal: false } } : comment
  })
}

/** Puts the user's own comment into the trash; its replies vanish with it. Throws `comment_not_found`, `forbidden`. */
export function removeComment(ctx: Ctx, userId: number, id: number): Promise<{ id: number; deletedCount: number }> {
  return tx(ctx, async (t) => {
    const comment = await lockComment(t, id, userId)
    if (comment.user_id !== userId) throw new AppError('forbidden')
    const deletion = { actor: await authorOf(t, userId), action: 'delete', reason: null } as const
    const { moved } = await decideOnComments(t, deletion, [id], () => ({ state: 'deleted', reason: null }))
    return { id, deletedCount: moved }
  })
}

/** Takes a comment that its author deleted out of the trash, with its replies. Throws `comment_not_found`. */
export function restoreComment(ctx: Ctx, userId: number, id: number): Promise<void> {
  return tx(ctx, async (t) => {
    const actor = await authorOf(t, userId)
    await lockPostsOfComments(t, [id])
    const before = await stateBeforeOwnDeletion(t, TARGET.comment, id, actor)
    if (!before) throw new AppError('comment_not_found')
    await decideOnComments(t, { actor, action: 'restore', reason: null }, [id], () => before)
  })
}

const authorOf = async (t: Ctx, userId: number): Promise<Actor> => ({
  key: `user:${userId}`,
  name: (await users.requireUserById(t, userId)).nickname,
})

/** For the back office, which has locked the post. Throws `comment_not_found`, `invalid_input`, `image_foreign`. */
export async function editComment(t: Ctx, id: number, source: string): Promise<void> {
  const comment = await repo.findComment(t.db, id)
  if (!comment) throw new AppError('comment_not_found')
  const { tokens, mediaIds } = await validate(t, source, 'administrator')
  await repo.updateContent(t.db, id, formatRichText(tokens))
  await deleteWithMedia(t, 'comments', [id], async () => {
    await repo.deleteCommentImages(t.db, id)
    await repo.insertCommentImages(t.db, id, mediaIds)
  })
  commentsChanged(t, [id])
  const post = await posts.findPublished(t, comment.post_id)
  if (post) await tellMentioned(t, { id, authorId: comment.user_id, post, tokens })
}

async function validate(t: Ctx, source: string, author: media.Author): Promise<Content> {
  const tokens = await withStoredAddresses(t, cleanTokens(source, { images: true }))
  const invalid = (message: string) => new AppError('invalid_input', { field: 'content', message })
  if (tokens.length === 0) throw invalid('请输入评论内容或上传图片')
  if (length(plainText(tokens)) > COMMENT.contentMax) throw invalid(`评论不能超过${COMMENT.contentMax}个字`)
  const urls = tokens.flatMap((token) => (token.kind === 'image' ? [token.url] : []))
  if (urls.length > COMMENT.imagesMax) throw invalid(`最多只能上传${COMMENT.imagesMax}张图片`)
  const pictures = await media.resolvePictures(t, urls, { author, field: 'images' })
  return { tokens, mediaIds: pictures.flatMap(({ media_id }) => media_id ?? []) }
}

async function withStoredAddresses(t: Ctx, tokens: Token[]): Promise<Token[]> {
  const urls = tokens.flatMap((token) => (token.kind === 'image' ? [token.url] : []))
  const stored = (await media.storedAddresses(t, urls)).values()
  return tokens.map((token) => (token.kind === 'image' ? { ...token, url: stored.next().value ?? token.url } : token))
}

async function requireParent(t: Ctx, postId: number, id: number): Promise<repo.CommentRow> {
  const parent = await repo.findComment(t.db, id)
  if (!parent || parent.post_id !== postId || parent.is_private === 1) throw new AppError('comment_not_found')
  return parent
}

type WrittenComment = {
  id: number
  authorId: number
  post: posts.PostRow
  tokens: Token[]
}

/** Notifies the author of the parent, else that of the post, and whoever is mentioned, these two besides. */
async function notifyAbout(t: Ctx, comment: WrittenComment & { parent: repo.CommentRow | null }): Promise<void> {
  const { post, parent } = comment
  const event = { ...eventFields(comment), eventKey: eventKey(comment) }
  if (parent) {
    await notifications.notify(t, { ...event, userId: parent.user_id, type: NOTICE.replyComment })
  }
  if (post.user_id !== parent?.user_id) {
    await notifications.notify(t, { ...event, userId: post.user_id, type: NOTICE.commentPost })
  }
  await tellMentioned(t, comment)
}

async function tellMentioned(t: Ctx, { id, authorId, post, tokens }: WrittenComment): Promise<void> {
  const userIds = await users.resolvePublicIds(t, mentionedIds(tokens))
  await notifications.notifyMentioned(t, [{ senderId: authorId, postId: post.id, commentId: id, userIds }])
}

const eventFields = ({ id, authorId, post }: WrittenComment) => ({
  senderId: authorId,
  targetId: post.id,
  commentId: id,
})
const eventKey = ({ id }: WrittenComment) => `comment:${id}`
