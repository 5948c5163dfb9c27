import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import { CAPTCHA, DEFAULT_AVATAR, DEFAULT_BIO } from '@shiliu/contract/limits'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { deleteUnusedMedia } from '#modules/media/media.deletion.service.ts'
import { makeAdmin, makePost, makeUser, PASSWORD, storePicture } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createCaptcha } from './captchas.service.ts'

/** Makes matching statements fail. */
function refusing(kind: RootOperationNode['kind']): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (node.kind === kind) throw new Error(kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** Requests a captcha and reads its answer from the database. */
async function solvedCaptcha(test: TestApp) {
  const { captchaId } = await test.ok(auth.captcha)
  const row = await test.ctx.db
    .selectFrom('captchas')
    .select('answer')
    .where('id', '=', captchaId)
    .executeTakeFirstOrThrow()
  return { captchaId, captchaText: row.answer }
}

const newcomer = { user_id: 'New_comer1', nickname: '新同学', password: PASSWORD }

describe('registration', () => {
  it('creates an account and signs it in', async () => {
    const test = await createTestApp()
    const { user, tokens } = await test.ok(auth.register, { body: { ...newcomer, ...(await solvedCaptcha(test)) } })
    expect(user).toMatchObject({ user_id: 'New_comer1', nickname: '新同学', location: '未知', like_count: 0 })
    expect(await test.ok(auth.me, { token: tokens.access_token })).toMatchObject({ id: user.id })
  })

  it('accepts a cleaned bio and a published picture as avatar, and uses defaults otherwise', async () => {
    const test = await createTestApp()
    const join = async (user_id: string, fields: object) => {
      const body = { ...newcomer, user_id, ...fields, ...(await solvedCaptcha(test)) }
      return (await test.ok(auth.register, { body })).user
    }
    const author = await makeUser(test.ctx)
    const { url } = await storePicture(test.ctx, author.id, await smallFile())
    await makePost(test.ctx, author, { images: [url] })
    const told = await join('teller', { bio: '你好<script>alert(1)</script><br>再见', avatar: url, location: '火星' })
    expect(told).toMatchObject({ bio: '你好<br>再见', avatar: url, location: '未知' })
    test.clock.advance(9 * 24 * 3600 * 1000)
    expect(await deleteUnusedMedia(test.ctx)).toBe(0)
    for (const [i, avatar] of [
      'https://example.org/a.png',
      '/assets/a.png',
      '/uploads/ab/none-detail.webp',
      7,
    ].entries()) {
      expect(await join(`other${i}`, { bio: '  ', avatar })).toMatchObject({ bio: DEFAULT_BIO, avatar: DEFAULT_AVATAR })
    }
  })

  it('never sends the answer of a captcha', async () => {
    const test = await createTestApp()
    const { captchaId, captchaSvg } = await test.ok(auth.captcha)
    const { answer } = await test.ctx.db
      .selectFrom('captchas')
      .selectAll()
      .where('id', '=', captchaId)
      .executeTakeFirstOrThrow()
    expect(answer).toHaveLength(CAPTCHA.length)
    expect(captchaSvg).toContain('<svg')
    const [drawing, picture = '', rest] = captchaSvg.split(/base64,([^"]*)/)
    // Decoded: four letters stand in its base64 by chance now and then.
    const bytes = Buffer.from(picture, 'base64').toString('latin1')
    expect(bytes).toContain('PNG')
    for (const part of [drawing, bytes, rest]) expect(part).not.toContain(answer)
  })

  it('stores a captcha and deletes expired ones in one transaction', async () => {
    const test = await createTestApp()
    const rows = () => test.ctx.db.selectFrom('captchas').select('id').execute()
    const { captchaId: old } = await test.ok(auth.captcha)
    test.clock.advance(CAPTCHA.ttlMs)
    const broken = { ...test.ctx, db: test.ctx.db.withPlugin(refusing('InsertQueryNode')) }
    await expect(createCaptcha(broken, '127.0.0.1')).rejects.toThrow('InsertQueryNode')
    expect(await rows()).toEqual([{ id: old }])
    const { captchaId } = await createCaptcha(test.ctx, '127.0.0.1')
    expect(await rows()).toEqual([{ id: captchaId }])
  })

  it('accepts a captcha once, in either case, within five minutes', async () => {
    const test = await createTestApp()
    const wrong = await solvedCaptcha(test)
    const refused = await test.call(auth.register, { body: { ...newcomer, ...wrong, captchaText: '!!!!' } })
    expect(refused).toMatchObject({ status: 400, error: 'captcha_wrong', message: expect.stringContaining('验证码') })
    const again = await test.call(auth.register, { body: { ...newcomer, ...wrong } })
    expect(again).toMatchObject({ status: 400, error: 'captcha_expired' })
    for (const [user_id, inCase] of [
      ['upper', 'toUpperCase'],
      ['lower', 'toLowerCase'],
    ] as const) {
      const captcha = await solvedCaptcha(test)
      const body = { ...newcomer, user_id, ...captcha, captchaText: captcha.captchaText[inCase]() }
      await test.ok(auth.register, { body })
    }
    const late = await solvedCaptcha(test)
    test.clock.advance(CAPTCHA.ttlMs)
    expect(await test.call(auth.register, { body: { ...newcomer, ...late } })).toMatchObject({
      error: 'captcha_expired',
    })
    expect(await test.ok(auth.checkUserId, { query: { user_id: newcomer.user_id } })).toEqual({ isUnique: true })
  })

  it.each(['\u200b', '\u0000', ' \u3164 '])('rejects the invisible nickname %j', async (nickname) => {
    const test = await createTestApp()
    const answer = await test.call(auth.register, { body: { ...newcomer, nickname, ...(await solvedCaptcha(test)) } })
    expect(answer).toMatchObject({ status: 400, message: '请输入昵称', field: 'nickname' })
  })

  it.each([
    ['iloveyou', 'password_common'],
    ['new_COMER1', 'password_is_id'],
  ])('refuses the password %s and leaves the captcha unused', async (password, error) => {
    const test = await createTestApp()
    const captcha = await solvedCaptcha(test)
    const refused = await test.call(auth.register, { body: { ...newcomer, ...captcha, password } })
    expect(refused).toMatchObject({ status: 400, error, field: 'password' })
    await test.ok(auth.register, { body: { ...newcomer, ...captcha } })
  })

  it('rejects an id that differs from a taken one only in case', async () => {
    const test = await createTestApp()
    await makeUser(test.ctx, { user_id: 'Shiliu' })
    expect(await test.ok(auth.checkUserId, { query: { user_id: 'shILIU' } })).toEqual({ isUnique: false })
    const body = { ...newcomer, user_id: 'sHiLiU', ...(await solvedCaptcha(test)) }
    const refused = await test.call(auth.register, { body })
    expect(refused).toMatchObject({ status: 400, field: 'user_id', message: expect.stringContaining('已存在') })
  })

  it.each([
    ['user_id', 'ab', '小石榴号长度必须在3-15位之间'],
    ['user_id', '石榴石榴', '小石榴号只能包含字母、数字和下划线'],
    ['user_id', '', '请输入小石榴号'],
    ['user_id', 'Search', '这个小石榴号不能使用，请换一个'],
    ['nickname', '一二三四五六七八九十一', '昵称不能超过10个字'],
    ['password', '12345', '密码至少需要6位'],
    ['password', '1'.repeat(21), '密码不能超过20位'],
  ])('reports the invalid field %s %j', async (field, value, message) => {
    const test = await createTestApp()
    const body = { ...newcomer, ...(await solvedCaptcha(test)), [field]: value }
    expect(await test.call(auth.register, { body })).toMatchObject({ status: 400, field, message })
  })
})

describe('sign-in', () => {
  it('answers alike for a wrong password and an unknown account', async () => {
    const test = await createTestApp()
    const user = await makeUser(test.ctx)
    const wrong = await test.call(auth.login, { body: { user_id: user.user_id, password: 'wrong-one' } })
    const unknown = await test.call(auth.login, { body: { user_id: 'nobody', password: 'wrong-one' } })
    expect(wrong).toMatchObject({ status: 400, error: 'credentials_wrong' })
    expect(unknown).toEqual(wrong)
  })

  it('accepts user_display_id and keeps several sessions', async () => {
    const test = await createTestApp()
    const user = await makeUser(test.ctx)
    const second = await test.ok(auth.login, { body: { user_display_id: user.user_id, password: PASSWORD } })
    await test.ok(auth.logout, { token: second.tokens.access_token })
    expect(await test.call(auth.me, { token: second.tokens.access_token })).toMatchObject({ status: 401 })
    expect(await test.call(auth.me, { token: user.token })).toMatchObject({ status: 200 })
    const refused = await test.call(auth.refresh, { body: { refresh_token: second.tokens.refresh_token } })
    expect(refused).toMatchObject({ status: 401, error: 'session_ended' })
  })

  it('never returns a password hash', async () => {
    const test = await createTestApp()
    const user = await makeUser(test.ctx)
    const answer = await test.call(auth.login, { body: { user_id: user.user_id, password: PASSWORD } })
    expect(JSON.stringify(answer)).not.toMatch(/argon2|password/)
  })
})

describe('refresh', () => {
  it('answers the same successor as long as that was not used, then ends the session', async () => {
    const test = await createTestApp()
    const user = await makeUser(test.ctx)
    const refresh = (refresh_token: string) => test.ok(auth.refresh, { body: { refresh_token } })
    const first = await refresh(user.refreshToken)
    expect(first.refresh_token).not.toBe(user.refreshToken)
    // The answer was lost; the person comes back days later.
    test.clock.advance(5 * 24 * 3600 * 1000)
    const again = await refresh(user.refreshToken)
    expect(again.refresh_token).toBe(first.refresh_token)
    expect(await test.ok(auth.me, { token: again.access_token })).toMatchObject({ id: user.id })
    const second = await refresh(again.refresh_token)
    const replay = await test.call(auth.refresh, { body: { refresh_token: user.refreshToken } })
    expect(replay).toMatchObject({ status: 401, error: 'session_ended' })
    for (const refresh_token of [first.refresh_token, second.refresh_token]) {
      expect(await test.call(auth.refresh, { body: { refresh_token } })).toMatchObject({ status: 401 })
    }
    expect(await test.call(auth.me, { token: user.token })).toMatchObject({ status: 401 })
  })

  it('gives tabs that renew at once the same successor', async () => {
    const test = await createTestApp()
    const user = await makeUser(test.ctx)
    const tabs = await Promise.all(
      Array.from({ length: 5 }, () => test.ok(auth.refresh, { body: { refresh_token: user.refreshToken } })),
    )
    expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(1)
    expect(await test.ctx.db.selectFrom('refresh_tokens').select('id').execute()).toHaveLength(2)
  })

  it('stores neither the token nor its successor', async () => {
    const test = await createTestApp()
    const user = await makeUser(test.ctx)
    const { refresh_token } = await test.ok(auth.refresh, { body: { refresh_token: user.refreshToken } })
    const stored = JSON.stringify(await test.ctx.db.selectFrom('refresh_tokens').selectAll().execute())
    expect(stored).not.toContain(refresh_token)
    expect(stored).not.toContain(user.refreshToken)
  })

  it('keeps a successor no longer than a month, however often it is asked for', async () => {
    const test = await createTestApp()
    const { refreshToken } = await makeUser(test.ctx)
    let unused = ''
    for (let day = 0; day < 30; day += 10) {
      unused = (await test.ok(auth.refresh, { body: { refresh_token: refreshToken } })).refresh_token
      test.clock.advance(10 * 24 * 3600 * 1000)
    }
    for (const refresh_token of [unused, refreshToken])
      expect(await test.call(auth.refresh, { body: { refresh_token } })).toMatchObject({ error: 'session_ended' })
  })

  it('opens no transaction for a made-up token or a repeat', async () => {
    const test = await createTestApp()
    const { refreshToken } = await makeUser(test.ctx)
    const { refresh_token } = await test.ok(auth.refresh, { body: { refresh_token: refreshToken } })
    const transaction = vi.spyOn(test.ctx.db, 'transaction')
    const made = await test.call(auth.refresh, { body: { refresh_token: 'made-up' } })
    expect(made).toMatchObject({ error: 'session_ended' })
    expect(await test.ok(auth.refresh, { body: { refresh_token: refreshToken } })).toMatchObject({ refresh_token })
    expect(transaction).not.toHaveBeenCalled()
    await test.ok(auth.refresh, { body: { refresh_token } })
    expect(transaction).toHaveBeenCalledOnce()
  })

  it('detects a replay of a month-old token that was replaced later', async () => {
    const test = await createTestApp()
    const { refreshToken } = await makeUser(test.ctx)
    const days = (n: number) => test.clock.advance(n * 24 * 3600 * 1000)
    days(29)
    const stolen = await test.ok(auth.refresh, { body: { refresh_token: refreshToken } })
    days(2)
    const thiefs = await test.ok(auth.refresh, { body: { refresh_token: stolen.refresh_token } })
    for (const refresh_token of [refreshToken, thiefs.refresh_token]) {
      expect(await test.call(auth.refresh, { body: { refresh_token } })).toMatchObject({ error: 'session_ended' })
    }
  })

  it('detects a replay weeks later in a renewed session', async () => {
    const test = await createTestApp()
    const { refreshToken } = await makeUser(test.ctx)
    let latest = refreshToken
    for (let week = 0; week < 4; week++) {
      latest = (await test.ok(auth.refresh, { body: { refresh_token: latest } })).refresh_token
      test.clock.advance(7 * 24 * 3600 * 1000)
    }
    for (const refresh_token of [refreshToken, latest]) {
      expect(await test.call(auth.refresh, { body: { refresh_token } })).toMatchObject({ error: 'session_ended' })
    }
  })
})

describe('administrators', () => {
  it('have tokens that user endpoints reject, and the reverse', async () => {
    const test = await createTestApp()
    const admin = await makeAdmin(test.ctx)
    const user = await makeUser(test.ctx)
    const body = { username: admin.username, password: PASSWORD }
    const signedIn = await test.ok(adminAuth.login, { body })
    expect(await test.ok(adminAuth.me, { token: signedIn.tokens.access_token })).toEqual({
      id: admin.id,
      username: admin.username,
      role: 'owner',
      second_factor_due: false,
    })
    expect(await test.call(adminAuth.me, { token: user.token })).toMatchObject({ status: 403 })
    expect(await test.call(auth.me, { token: admin.token })).toMatchObject({ status: 403 })
    expect(await test.call(adminAuth.me)).toMatchObject({ status: 401, message: '未授权访问' })
    const wrong = await test.call(adminAuth.login, { body: { ...body, password: 'not-this-one' } })
    expect(wrong).toMatchObject({ status: 400, error: 'credentials_wrong' })
    await test.ok(adminAuth.logout, { token: signedIn.tokens.access_token })
    expect(await test.call(adminAuth.me, { token: signedIn.tokens.access_token })).toMatchObject({ status: 401 })
  })

  it('are treated as guests with a broken token on public endpoints', async () => {
    const test = await createTestApp()
    expect(await test.call(auth.captcha, { token: 'null' })).toMatchObject({ status: 200 })
    expect(await test.call(auth.me, { token: 'broken' })).toMatchObject({ status: 401 })
  })
})
