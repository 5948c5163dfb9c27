/** Which notes wait for a moderator before others see them (docs/product.md#review-before-publishing). */
import { TARGET } from '@shiliu/contract/limits'
import type { ModerationState } from '@shiliu/contract/moderation'
import type { Ctx } from '#deps.ts'
import { type Decision, SITE } from '#modules/moderation/history.service.ts'
import { submissionFor, type WordCheck } from '#modules/moderation/word-checks.service.ts'
import { noteFindings } from '#modules/moderation/word-findings.service.ts'
import * as users from '#modules/users/users.service.ts'
import { decideOnPosts } from './post-states.service.ts'
import * as repo from './posts.repo.ts'

/** What an author learns of a note that was written; `state` unless it is visible. */
export type Published = { id: number; state?: ModerationState }

/** The answer to the author of a post that was just written. */
export async function presentPublished({ db }: Ctx, id: number): Promise<Published> {
  const state = (await repo.findPost(db, id))?.state
  return state === undefined || state === 'visible' ? { id } : { id, state }
}

/** Why what the author publishes now is reviewed, for the history; null where it is not. Call it before writing. */
export async function reviewRule(t: Ctx, authorId: number): Promise<string | null> {
  const { review, review_first_notes: first } = t.settings.current
  if (review === 'all') return '所有笔记先审后发'
  if (review === 'off') return null
  // Counts what is visible, so that rejected notes do not make an account trusted.
  const { post_count } = await users.requireUserById(t, authorId)
  return post_count < first ? `新账号的前 ${first} 篇笔记` : null
}

/** What others see of a note that its author writes freely; equal texts mean that it did not change. */
export async function contentOf({ db }: Ctx, id: number): Promise<string> {
  const post = await repo.findPost(db, id)
  return JSON.stringify([post?.title, post?.content, await repo.listParts(db, id)])
}

/** Keeps what was found, and sends a visible note to review if its words or the `rule` ask for it. */
export async function submitForReview(t: Ctx, id: number, check: WordCheck, rule: string | null): Promise<void> {
  await noteFindings(t, check, { type: TARGET.post, id, postId: id })
  const byRule: Decision | null = rule === null ? null : { actor: SITE, action: 'submit', reason: rule }
  const submission = submissionFor(check) ?? byRule
  if (!submission) return
  const toReview = { state: 'pending', reason: null } as const
  await decideOnPosts(t, submission, [id], ({ state }) => (state === 'visible' ? toReview : null))
}
