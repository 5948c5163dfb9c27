/** Callers in every session state, and records that are not theirs. */
import * as comments from '@shiliu/contract/comments'
import * as dataExport from '@shiliu/contract/data-export'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { TOKEN } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { vi } from 'vitest'
import { workOnDataExports } from '#modules/account/data-export-runner.service.ts'
import { endSession } from '#modules/auth/sessions.service.ts'
import { createCategory } from '#modules/categories/categories.service.ts'
import { makeAdmin, makePost, makeUser, storePicture, type TestUser } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import type { TestApp } from '#test/test-app.ts'

export type Caller =
  | 'guest'
  | 'signed-in'
  | 'user'
  | 'other'
  | 'admin'
  | 'malformed'
  | 'expired'
  | 'revoked'
  | 'stale'
  | 'deleted'
  | 'banned'
  | 'revokedAdmin'

/** Callers whose token is not valid or never was. */
export const SIGNED_OUT = ['malformed', 'expired', 'revoked', 'stale', 'deleted', 'banned', 'revokedAdmin'] as const

export type Fixture = Awaited<ReturnType<typeof makeFixture>>

export async function makeFixture(test: TestApp) {
  const { ctx } = test
  const dead = await deadAccounts(test)
  const user = await makeUser(ctx)
  const other = await makeUser(ctx)
  const admin = await makeAdmin(ctx)
  const campus = { name: '校园', category_title: 'campus' }
  const category = { ...campus, ...(await createCategory(ctx, campus)) }
  const emptyCategory = await createCategory(ctx, { name: '闲聊', category_title: 'chat' })
  const inCategory = { category_id: category.id }
  const note = await makePost(ctx, other, inCategory)
  const draft = await makePost(ctx, other, { is_draft: true })
  const ownNote = await makePost(ctx, user, { ...inCategory, tags: ['学习'], pictures: 1 })
  const ownDraft = await makePost(ctx, user, { is_draft: true })
  const say = async (author: TestUser, post_id: number) =>
    (await test.ok(comments.create, { body: { post_id, content: '好看' }, token: author.token })).id
  // Each of these creates a notification.
  const comment = await say(other, ownNote.id)
  const ownComment = await say(user, note.id)
  await test.ok(likes.create, { body: { target_type: 1, target_id: ownNote.id }, token: other.token })
  await test.ok(follows.create, { params: { id: other.user_id }, token: user.token })
  const trashed = { note: (await makePost(ctx, user)).id, comment: await say(user, note.id) }
  await test.ok(posts.remove, { params: { id: String(trashed.note) }, token: user.token })
  await test.ok(comments.remove, { params: { id: String(trashed.comment) }, token: user.token })
  const tag = await ctx.db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('name', '=', '学习')
    .executeTakeFirstOrThrow()
  await test.ok(dataExport.request, { token: user.token })
  await workOnDataExports(ctx, new AbortController().signal)
  // Others count what they are told.
  await ctx.db.deleteFrom('notifications').where('event_key', 'like', 'data-export:%').execute()
  const { url: exported } = await test.ok(dataExport.link, { token: user.token })
  return {
    tag,
    trashed,
    exportTicket: new URLSearchParams(exported.split('?')[1]).get('ticket') ?? '',
    user,
    other,
    admin,
    category,
    emptyCategory,
    note,
    draft,
    ownNote,
    ownDraft,
    comment,
    ownComment,
    notice: await noticeOf(test, other),
    ownNotice: await noticeOf(test, user),
    foreignImage: (await storePicture(ctx, other.id, await smallFile())).url,
    captchas: await makeCaptchas(test, 40),
    tokens: {
      guest: null,
      'signed-in': user.token,
      user: user.token,
      other: other.token,
      admin: admin.token,
      ...(await deadTokens(test, dead)),
    },
    dead,
  }
}

async function noticeOf({ ctx }: TestApp, receiver: TestUser): Promise<number> {
  const found = ctx.db.selectFrom('notifications').select('id').where('user_id', '=', receiver.id)
  return (await found.executeTakeFirstOrThrow()).id
}

/** Captchas with a known answer, one attempt each. */
async function makeCaptchas({ ctx }: TestApp, many: number): Promise<string[]> {
  const ids = Array.from({ length: many }, (_, i) => `captcha${i}`)
  const expires_at = ctx.clock.now() + 60_000
  await ctx.db
    .insertInto('captchas')
    .values(ids.map((id) => ({ id, answer: 'AbCd', expires_at })))
    .execute()
  return ids
}

function sessionOf({ ctx }: TestApp, token: string) {
  const viewer = ctx.tokens.verify(token)
  if (viewer === 'invalid') throw new Error('a token of our own is invalid')
  return viewer
}

type Dead = Awaited<ReturnType<typeof deadAccounts>>

async function deadTokens(test: TestApp, dead: Dead): Promise<Record<(typeof SIGNED_OUT)[number], string>> {
  const { ctx } = test
  const late = await makeUser(ctx)
  // The token expired although its session is active.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (TOKEN.accessSeconds + 60) * 1000 })
  const expired = ctx.tokens.sign(sessionOf(test, late.token))
  vi.useRealTimers()
  return {
    // Well-formed claims signed with another key.
    malformed: `${late.token.slice(0, -6)}AAAAAA`,
    expired,
    revoked: dead.revoked.token,
    stale: dead.stale.token,
    deleted: dead.deleted.token,
    banned: dead.banned.token,
    revokedAdmin: dead.revokedAdmin.token,
  }
}

/** Accounts and sessions that ended in different ways. */
async function deadAccounts(test: TestApp) {
  const { ctx } = test
  const revoked = await makeUser(ctx)
  await endSession(ctx, sessionOf(test, revoked.token).sessionId)
  const stale = await makeUser(ctx)
  const stalesSession = sessionOf(test, stale.token).sessionId
  await ctx.db.updateTable('sessions').set({ expires_at: 1 }).where('id', '=', stalesSession).execute()
  const deleted = await makeUser(ctx)
  await ctx.db.deleteFrom('users').where('id', '=', deleted.id).execute()
  const banned = await makeUser(ctx)
  await ctx.db.updateTable('users').set({ is_active: 0 }).where('id', '=', banned.id).execute()
  const revokedAdmin = await makeAdmin(ctx)
  await endSession(ctx, sessionOf(test, revokedAdmin.token).sessionId)
  return { revoked, stale, deleted, banned, revokedAdmin }
}
