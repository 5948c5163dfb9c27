/** Recent events of the demo, made by the services, so that each area of the back office shows something. */
import { ACCOUNT, TARGET } from '@shiliu/contract/limits'
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { trashAccount } from '#modules/account/trash.service.ts'
import { banUser, muteUser, warnUser } from '#modules/admin/account-sanctions.service.ts'
import { actorOfAdmin, requireAdmin } from '#modules/admin/admins.service.ts'
import { createAnnouncement } from '#modules/announcements/announcements.admin.service.ts'
import { decideOnComments } from '#modules/comments/comment-states.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import { checkWords, submissionFor } from '#modules/moderation/word-checks.service.ts'
import { noteFindings } from '#modules/moderation/word-findings.service.ts'
import { importWords } from '#modules/moderation/words.service.ts'
import { submitForReview } from '#modules/posts/post-review.service.ts'
import { appeal } from '#modules/review/appeals.service.ts'
import { moderateContent } from '#modules/review/decisions.service.ts'
import { addNote, assign, listReported, report } from '#modules/review/reports.service.ts'
import { addNote as addUserNote } from '#modules/review/user-page.service.ts'
import { tx } from '#platform/db/tx.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import type { Row } from './demo.repo.ts'
import type { Trouble } from './moderation-rows.ts'
import type { ModerationTexts } from './moderation-texts.ts'
import type { Post } from './posts.ts'
import { DAY, HOUR } from './random-times.ts'
import type { Taxonomy } from './taxonomy.ts'

export type Scene = {
  texts: ModerationTexts
  trouble: Trouble
  posts: Post[]
  user(publicId: string): Row<'users'>
  taxonomy: Taxonomy
  now: number
}

/** Before the texts are written, so that they are checked by them. Repeating it changes nothing. */
export async function watchDemoWords(ctx: Ctx, { words }: ModerationTexts): Promise<void> {
  const text = words.map(({ word, action }) => `${word}\t${action}`).join('\n')
  await tx(ctx, (t) => importWords(t, { text, action: 'review' }))
}

/** How long ago it begins. */
export const STORY_MS = 7 * DAY

type Step = { hours: number; run: (t: Ctx) => Promise<unknown> }

/** In the order of time, each at its own. */
export async function playModeration(t: Ctx, scene: Scene): Promise<void> {
  const gone = scene.user('wait_for_wind')
  const moderator = await requireAdmin(t, 'moderator')
  const viewer: AdminViewer = { role: 'admin', adminRole: 'moderator', id: moderator.id, sessionId: 0 }
  const steps = [
    ...submissions(scene),
    ...reports(scene),
    ...(await decisions(t, scene, viewer)),
    {
      hours: 50,
      run: (at: Ctx) => trashAccount(at, gone.id, { key: `user:${gone.id}`, name: gone.nickname }, ACCOUNT.keptMs),
    },
    { hours: 28, run: (at: Ctx) => announce(at, scene) },
  ]
  for (const { hours, run } of steps.toSorted((a, b) => b.hours - a.hours)) {
    await run({ ...t, clock: { now: () => scene.now - hours * HOUR } })
  }
}

/** Which notes and comments wait for review follows from the watched words, as for everybody. */
function submissions({ trouble }: Scene): Step[] {
  const notes = trouble.notes.map(({ post, source }): Step => {
    const run = (t: Ctx) => {
      const check = checkWords(t)
      check.line('title', post.title)
      check.markup('content', post.content)
      return submitForReview(t, post.id, check, null)
    }
    return { hours: source.hours, run }
  })
  const comments = trouble.comments.map(({ comment, hours }): Step => {
    const run = async (t: Ctx) => {
      const check = checkWords(t)
      check.markup('content', comment.content)
      await noteFindings(t, check, { type: TARGET.comment, id: comment.id, postId: comment.post.id })
      const submission = submissionFor(check)
      if (submission) await decideOnComments(t, submission, [comment.id], () => ({ state: 'pending', reason: null }))
    }
    return { hours, run }
  })
  return [...notes, ...comments]
}

function reports({ texts, trouble, posts, user }: Scene): Step[] {
  const about = (name: string) => {
    const [note] = trouble.notes.filter(({ key }) => key === name)
    const [comment] = trouble.comments.filter(({ key }) => key === name)
    const post = note?.post ?? posts.find(({ title }) => title === name)
    if (post) return { target_type: REPORTED.post, target_id: post.id }
    if (comment) return { target_type: REPORTED.comment, target_id: comment.comment.id }
    return { target_type: REPORTED.user, target_id: user(name).id }
  }
  return texts.reports.map(({ about: name, by, reason, text, hours }) => {
    return { hours, run: (t) => report(t, user(by).id, { ...about(name), reason, text }) }
  })
}

/** What moderators made of it, and an author's answer. */
async function decisions(t: Ctx, { trouble, user, now }: Scene, viewer: AdminViewer): Promise<Step[]> {
  const actor = await actorOfAdmin(t, viewer.id)
  const note = (name: string) => trouble.notes.find(({ key }) => key === name)?.post.id ?? 0
  const comment = (name: string) => trouble.comments.find(({ key }) => key === name)?.comment.id ?? 0
  const decide = (action: 'hide' | 'delete', target_type: 1 | 2, id: number, reason: string) => (at: Ctx) =>
    moderateContent(at, actor, { target_type, ids: [id], action, reason })
  const [spammer, rude] = [user('jianzhi_xx'), user('buguonaozi')]
  const warning = { reason: '笔记里请不要放收款码', note: '第一次，提醒一下就好' }
  const ban = {
    reason: '广告或引流',
    note: '两篇一样的，评论里说要先交押金',
    until: now - 119.8 * HOUR + 30 * DAY,
    hide_content: true,
  }
  const mute = { reason: '人身攻击或骚扰', note: '提醒过一次了', until: now - 37.9 * HOUR + 7 * DAY }
  const objection = '这些都是我自己毕业搬不走的东西，没有店，也没有留联系方式。别人的二手帖都还在，能不能再看看我这篇？'
  return [
    { hours: 140, run: (at) => warnUser(at, viewer, user('shiliu27').id, warning) },
    { hours: 120, run: decide('hide', TARGET.post, note('parttime'), '广告或引流') },
    { hours: 119.9, run: decide('delete', TARGET.post, note('parttimeAgain'), '重复发布') },
    { hours: 119.8, run: (at) => banUser(at, viewer, spammer.id, ban) },
    { hours: 70, run: decide('hide', TARGET.post, note('idle'), '广告或引流') },
    { hours: 38, run: decide('hide', TARGET.comment, comment('shut'), '人身攻击或骚扰') },
    { hours: 37.9, run: (at) => muteUser(at, viewer, rude.id, mute) },
    { hours: 37, run: (at) => addUserNote(at, actor, rude.id, '和他班上的辅导员说过了，先看一周。再犯就封禁。') },
    { hours: 19, run: (at) => appeal(at, user('shiliu43').id, TARGET.post, note('idle'), objection) },
    { hours: 10, run: (at) => take(at, actor, note('package')) },
  ]
}

/** The moderator looks after a report, and says so to the others. */
async function take(t: Ctx, actor: Actor, noteId: number): Promise<void> {
  const { data } = await listReported(t, { page: 1, limit: 20, state: 'open', target_type: REPORTED.post })
  const entry = data.find(({ target_id }) => target_id === noteId)
  if (!entry || actor.adminId === undefined) throw new Error('The demo has no such report')
  await assign(t, { id: actor.adminId }, entry.id, actor.adminId)
  await addNote(t, actor, entry.id, '付了钱没收到的那位同学有转账截图，我在等他发过来。')
}

const announce = (t: Ctx, { taxonomy, now }: Scene) =>
  createAnnouncement(t, {
    kind: 'banner',
    title: '毕业跳蚤市场：周五下午，三食堂门口',
    text: '搬不走的东西都可以拿来，桌子给大家备好了',
    link: undefined,
    audience: 'category',
    category_id: taxonomy.categoryId('graduation'),
    dismissable: true,
    starts_at: null,
    ends_at: now + 14 * DAY,
  })
