/** Accounts, notes and comments of the demo that moderators deal with; moderation-story.ts decides about them. */
import { DEFAULT_AVATAR, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import { normalizedKey } from '#platform/db/rows.ts'
import type { PendingComment } from './comments.ts'
import type { Row } from './demo.repo.ts'
import type { ModerationTexts } from './moderation-texts.ts'
import { type Authors, makePost, type Post, toRichText } from './posts.ts'
import { DAY, HOUR } from './random-times.ts'
import type { LastIds } from './row-batch.ts'

type User = Row<'users'>
type TroubleNote = { key: string; post: Post; source: ModerationTexts['notes'][number] }
type TroubleComment = { key: string; comment: PendingComment; hours: number }

/** Rows by what the texts call them; posts and comments get their ids later. */
export type Trouble = { notes: TroubleNote[]; comments: TroubleComment[] }

type Options = { ids: LastIds; now: number; passwordHash: string }

/** With ids, after the fifty: nobody follows them, and their profiles are almost empty. */
export function makeTroublePeople(people: ModerationTexts['people'], { ids, now, passwordHash }: Options): User[] {
  return people.map(({ user_id, nickname, bio, days }) => {
    const created_at = now - days * DAY
    const unknown = { gender: null, zodiac_sign: null, mbti: null, education: null, major: null, interests: null }
    const counters = { follow_count: 0, fans_count: 0, post_count: 0, like_count: 0, collect_count: 0 }
    return {
      id: ++ids.users,
      user_id,
      user_id_key: normalizedKey(user_id),
      password_hash: passwordHash,
      nickname,
      avatar: DEFAULT_AVATAR,
      avatar_media_id: null,
      bio,
      location: UNKNOWN_LOCATION,
      ...unknown,
      ...counters,
      campus_badge: null,
      is_active: 1,
      is_hidden: 0,
      is_hiding: 0,
      invitation_id: null,
      last_login_at: created_at + HOUR,
      created_at,
      updated_at: created_at,
    }
  })
}

/** Public, as everything is at first. */
export function makeTroubleNotes(
  notes: ModerationTexts['notes'],
  { byPublicId }: Pick<Authors, 'byPublicId'>,
  now: number,
): TroubleNote[] {
  return notes.map((source) => {
    const content = toRichText(source.body, { byPublicId })
    return {
      key: source.key,
      source,
      post: makePost(byPublicId(source.by), source, content, now - source.hours * HOUR, 0),
    }
  })
}

/** Below notes of the demo, which are older. */
export function makeTroubleComments(
  comments: ModerationTexts['comments'],
  { byPublicId }: Pick<Authors, 'byPublicId'>,
  { posts, now }: { posts: Post[]; now: number },
): TroubleComment[] {
  return comments.map(({ key, by, on, text, hours }) => {
    const post = posts.find(({ title }) => title === on)
    if (!post) throw new Error(`The demo's texts name an unknown note: ${on}`)
    const content = toRichText(text, { byPublicId })
    const created_at = Math.max(now - hours * HOUR, post.created_at + 1)
    return {
      key,
      hours,
      comment: { id: 0, post, author: byPublicId(by), parent: null, content, created_at, picture: null },
    }
  })
}
