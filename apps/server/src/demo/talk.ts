/** What people say to a note: comments, answers, answers to answers. */
import { formatRichText, type Token } from '@shiliu/contract/rich-text'
import { DAY, HOUR, later } from './calendar.ts'
import type { Row } from './demo.repo.ts'
import { type Post, toStored } from './notes.ts'
import type { Stored } from './pictures.ts'
import type { Random } from './random.ts'
import type { DemoTexts, Mood } from './texts.ts'

type User = Row<'users'>

/** A comment before it has an id. */
export type Said = {
  id: number
  post: Post
  author: User
  parent: Said | null
  content: string
  created_at: number
  picture: Stored | null
}

export type Circle = {
  random: Random
  now: number
  users: User[]
  replies: DemoTexts['replies']
  named(publicId: string): User
}

type Remark = { text: string; by?: string | undefined }
type Wanted = { comments: number; remarks: Remark[]; pictures: Stored[]; mood: Mood }

/** Up to `comments` comments and answers; each top-level one by another person and with another text. */
export function talkAbout(circle: Circle, post: Post, { comments, remarks, pictures, mood }: Wanted): Said[] {
  const { random, users } = circle
  const author = users.find((user) => user.id === post.user_id)
  const tone = toneOf(circle.replies, mood)
  const used = new Set<string>()
  const spoken = new Set(remarks.flatMap(({ by }) => by ?? []))
  const speakers = random.sample(
    users.filter((user) => user !== author && !spoken.has(user.user_id)),
    remarks.length,
  )
  const said: Said[] = []
  for (const { text, by } of remarks) {
    if (said.length >= comments) break
    const speaker = by ? circle.named(by) : speakers.pop()
    if (!speaker || text.includes(`@${speaker.user_id}`)) continue
    const picture = pictures.length > 0 && random.chance(0.12) ? random.pick(pictures) : null
    const words = picture ? random.pick(circle.replies.pictured) : text
    const content = withPicture(toStored(words, circle), picture)
    const created_at = later(random, post.created_at, circle.now, 14 * HOUR)
    const comment = { id: 0, post, author: speaker, parent: null, content, created_at, picture }
    said.push(comment)
    if (random.chance(0.32)) said.push(...answers(circle, comment, { author, tone, used }, comments - said.length, 1))
  }
  return said
}

type Tone = { author: string[]; others: string[] }

/** Nobody laughs where somebody is sad. */
function toneOf(replies: Circle['replies'], mood: Mood): Tone {
  if (mood === 'low') return replies
  return {
    author: [...replies.author, ...replies.authorLight],
    others: [...replies.others, ...replies.othersLight],
  }
}

/** How many answers a comment gets, and how often. */
const ANSWERS = [
  [1, 8],
  [2, 3],
  [3, 1],
] as const

type Answering = {
  author: User | undefined
  tone: Tone
  /** Said below this note already. */
  used: Set<string>
}

/** Answers to a comment, at most `room`, three levels deep at most. */
function answers(circle: Circle, parent: Said, answering: Answering, room: number, depth: number): Said[] {
  const { random, users, replies } = circle
  const { author, tone, used } = answering
  const said: Said[] = []
  const wanted = Math.min(room, random.weighted(ANSWERS))
  for (let n = 0; n < wanted && said.length < room; n++) {
    const byAuthor = author !== undefined && author !== parent.author && n === 0 && random.chance(0.6)
    const speaker = byAuthor ? author : random.pick(users)
    if (speaker === parent.author) continue
    const text = random.pick(speaker === author ? tone.author : tone.others)
    if (used.has(text)) continue
    used.add(text)
    const called = random.chance(0.06) ? random.pick(users) : null
    const calling = called && called !== speaker ? `@${called.user_id} ${random.pick(replies.calls)}` : text
    const created_at = later(random, parent.created_at, circle.now, 0.3 * DAY)
    const content = toStored(calling, circle)
    const answer = { id: 0, post: parent.post, author: speaker, parent, content, created_at, picture: null }
    said.push(answer)
    if (depth < 2 && random.chance(0.3)) {
      said.push(...answers(circle, answer, answering, Math.min(room - said.length, 2), depth + 1))
    }
  }
  return said
}

/** As a comment with a picture is stored (rich-text.ts). */
function withPicture(content: string, picture: Stored | null): string {
  if (!picture) return content
  const image: Token = { kind: 'image', url: picture.url }
  return content + formatRichText([image])
}

/** Comments as rows, once they have ids. */
export function commentRow({ id, post, author, parent, content, created_at }: Said): Row<'comments'> {
  let root = parent
  while (root?.parent) root = root.parent
  return {
    id,
    post_id: post.id,
    user_id: author.id,
    parent_id: parent?.id ?? null,
    root_id: root?.id ?? null,
    content,
    like_count: 0,
    reply_count: 0,
    created_at,
  }
}
