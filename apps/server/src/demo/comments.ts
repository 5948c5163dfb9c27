import { formatRichText, type Token } from '@shiliu/contract/rich-text'
import type { Row } from './demo.repo.ts'
import type { StoredPicture } from './pictures.ts'
import { type Post, toRichText, UNMODERATED } from './posts.ts'
import type { Random } from './random.ts'
import { DAY, HOUR, timeAfter } from './random-times.ts'
import type { DemoTexts, Mood } from './texts.ts'

type User = Row<'users'>

/** A comment without its final id. */
export type PendingComment = {
  id: number
  post: Post
  author: User
  parent: PendingComment | null
  content: string
  created_at: number
  picture: StoredPicture | null
}

export type CommentContext = {
  random: Random
  now: number
  users: User[]
  replies: DemoTexts['replies']
  byPublicId(publicId: string): User
}

/** A prepared comment; `by` names its author where that matters. */
type Remark = { text: string; by?: string | undefined }
type Options = { maxComments: number; remarks: Remark[]; pictures: StoredPicture[]; mood: Mood }

/** Comments and replies of a post. Each top-level comment has another author and another text. */
export function makeComments(context: CommentContext, post: Post, options: Options): PendingComment[] {
  const { maxComments, remarks, pictures, mood } = options
  const { random, users } = context
  const postAuthor = users.find((user) => user.id === post.user_id)
  const thread: ThreadOptions = { postAuthor, texts: replyTexts(context.replies, mood), used: new Set() }
  const named = new Set(remarks.flatMap(({ by }) => by ?? []))
  const commenters = random.sample(
    users.filter((user) => user !== postAuthor && !named.has(user.user_id)),
    remarks.length,
  )
  const comments: PendingComment[] = []
  for (const { text, by } of remarks) {
    if (comments.length >= maxComments) break
    const author = by ? context.byPublicId(by) : commenters.pop()
    if (!author || text.includes(`@${author.user_id}`)) continue
    const picture = pictures.length > 0 && random.chance(0.12) ? random.pick(pictures) : null
    const words = picture ? random.pick(context.replies.pictured) : text
    const content = withPicture(toRichText(words, context), picture)
    const created_at = timeAfter(random, post.created_at, context.now, 14 * HOUR)
    const comment = { id: 0, post, author, parent: null, content, created_at, picture }
    comments.push(comment)
    if (random.chance(0.32)) comments.push(...makeReplies(context, comment, thread, maxComments - comments.length, 1))
  }
  return comments
}

type ReplyTexts = { author: string[]; others: string[] }

/** Leaves out cheerful replies below a sad post. */
function replyTexts(replies: DemoTexts['replies'], mood: Mood): ReplyTexts {
  if (mood === 'low') return replies
  return {
    author: [...replies.author, ...replies.authorLight],
    others: [...replies.others, ...replies.othersLight],
  }
}

/** Numbers of replies per comment, with weights. */
const REPLY_COUNTS = [
  [1, 8],
  [2, 3],
  [3, 1],
] as const

type ThreadOptions = {
  postAuthor: User | undefined
  texts: ReplyTexts
  /** Reply texts already used below this post. */
  used: Set<string>
}

function makeReplies(
  context: CommentContext,
  parent: PendingComment,
  thread: ThreadOptions,
  maxReplies: number,
  depth: number,
): PendingComment[] {
  const { random, users, replies } = context
  const { postAuthor, texts, used } = thread
  const made: PendingComment[] = []
  const wanted = Math.min(maxReplies, random.weighted(REPLY_COUNTS))
  for (let n = 0; n < wanted && made.length < maxReplies; n++) {
    const byPostAuthor = postAuthor !== undefined && postAuthor !== parent.author && n === 0 && random.chance(0.6)
    const author = byPostAuthor ? postAuthor : random.pick(users)
    if (author === parent.author) continue
    const text = random.pick(author === postAuthor ? texts.author : texts.others)
    if (used.has(text)) continue
    used.add(text)
    const mentioned = random.chance(0.06) ? random.pick(users) : null
    const words = mentioned && mentioned !== author ? `@${mentioned.user_id} ${random.pick(replies.calls)}` : text
    const created_at = timeAfter(random, parent.created_at, context.now, 0.3 * DAY)
    const content = toRichText(words, context)
    const reply = { id: 0, post: parent.post, author, parent, content, created_at, picture: null }
    made.push(reply)
    if (depth < 2 && random.chance(0.3)) {
      made.push(...makeReplies(context, reply, thread, Math.min(maxReplies - made.length, 2), depth + 1))
    }
  }
  return made
}

function withPicture(content: string, picture: StoredPicture | null): string {
  if (!picture) return content
  const image: Token = { kind: 'image', url: picture.url }
  return content + formatRichText([image])
}

/** A comment as a row; it and its parents must have their ids. */
export function toCommentRow({ id, post, author, parent, content, created_at }: PendingComment): Row<'comments'> {
  let root = parent
  while (root?.parent) root = root.parent
  return {
    id,
    post_id: post.id,
    user_id: author.id,
    location: null,
    parent_id: parent?.id ?? null,
    root_id: root?.id ?? null,
    content,
    like_count: 0,
    reply_count: 0,
    is_private: 0,
    ...UNMODERATED,
    created_at,
  }
}
