/** Calls every endpoint outside the back office with valid input: the response must match its contract. */
import * as admins from '@shiliu/contract/admin/admins'
import { announcements } from '@shiliu/contract/admin/announcements'
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as secondFactor from '@shiliu/contract/admin/second-factor'
import * as userPage from '@shiliu/contract/admin/user-page'
import { seen as seenBanner } from '@shiliu/contract/announcements'
import { appealComment, appealPost } from '@shiliu/contract/appeals'
import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as dataExport from '@shiliu/contract/data-export'
import * as emails from '@shiliu/contract/emails'
import type { AnyEndpoint, Method } from '@shiliu/contract/endpoint'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashMailCode } from '#modules/auth/mail-codes.ts'
import { openSession } from '#modules/auth/sessions.service.ts'
import { allEndpoints } from './all-endpoints.ts'
import { allCases } from './bad-input/all-cases.ts'
import type { EndpointCases, Input } from './bad-input/cases.ts'
import { type Caller, type Fixture, makeFixture } from './bad-input/fixture.ts'
import { campusInput } from './campus-browser.ts'
import { makeAdmin, makePost, makeUser, PASSWORD } from './factories.ts'
import { multipart, smallPicture } from './pictures.ts'
import { readFirstPart } from './sse-client.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const ORDER: Method[] = ['GET', 'POST', 'PUT', 'DELETE']
/** Endpoints that end a session, which run last. */
const ENDS: AnyEndpoint[] = [auth.logout, adminAuth.logout, users.remove]
const rank = (endpoint: AnyEndpoint) => (ENDS.includes(endpoint) ? ORDER.length : ORDER.indexOf(endpoint.method))

const endpoints = (await allEndpoints())
  .filter(({ path }) => !path.startsWith('/admin/'))
  .toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
/** Endpoints that only the owner of the target may call; following and collecting target things of others. */
const ofOwner = named.filter(
  ([, { role, params, method, path }]) =>
    role === 'user' && params && ORDER.indexOf(method) > 1 && !/(follow|collect)$/.test(path),
)

const reads = named.filter(([, { method }]) => method === 'GET')
/** Headers of answers that are made anew each time: of the request, of the time, of captchas. */
const CHANGES = { date: '', 'content-length': '', 'x-request-id': '' }

const picture = await smallPicture()

/** Input for endpoints whose good case is rejected by design or no longer valid after earlier calls. */
function betterInput({
  user,
  admin,
  note,
  emptyCategory,
  captchas,
  dead,
  trashed,
}: Fixture): Map<AnyEndpoint, Prepared & { as?: Caller }> {
  const captcha = { captchaId: captchas[0], captchaText: 'AbCd' }
  return new Map<AnyEndpoint, Prepared & { as?: Caller }>([
    [auth.register, { body: { user_id: 'newcomer', nickname: '新同学', password: PASSWORD, ...captcha } }],
    [auth.login, { body: { user_id: user.user_id, password: PASSWORD } }],
    [auth.refresh, { body: { refresh_token: user.refreshToken } }],
    [auth.logout, { as: 'other' }],
    [dataExport.request, { as: 'other' }],
    [admins.remove, { params: { id: dead.revokedAdmin.username } }],
    [adminAuth.login, { body: { username: admin.username, password: PASSWORD } }],
    [categories.update, { params: { id: emptyCategory.id }, body: { name: '改名', category_title: 'renamed' } }],
    [likes.remove, { body: { target_type: 1, target_id: note.id } }],
    [posts.restore, { params: { id: trashed.note } }],
    [comments.restore, { params: { id: trashed.comment } }],
    [users.remove, { params: { id: user.user_id } }],
  ])
}

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const CODE = 'abcd-2345'

function mailInput(ctx: TestApp['ctx'], userId: number): [AnyEndpoint, () => Promise<Input>][] {
  const email = 'somebody@example.com'
  const begin = async () => {
    Object.assign(ctx.settings.current, { mail_host: '127.0.0.1', mail_from: email })
    return { body: { email, password: PASSWORD } }
  }
  const ask = async () => {
    const captcha = { id: 'of a reset', answer: 'AbCd', expires_at: ctx.clock.now() + 60_000 }
    await ctx.db.insertInto('captchas').values(captcha).execute()
    return { body: { account: 'nobody', captchaId: captcha.id, captchaText: 'AbCd' } }
  }
  const confirm = async () => {
    const code_hash = hashMailCode(ctx.mac, { use: 'verify', userId }, CODE)
    await ctx.db.updateTable('pending_emails').set({ code_hash }).execute()
    return { body: { code: CODE } }
  }
  const reset = async () => {
    const { id, user_id } = await makeUser(ctx)
    const code_hash = hashMailCode(ctx.mac, { use: 'reset', userId: id }, CODE)
    const sent = { account_key: user_id, user_id: id, code_hash, state: 'sent', created_at: ctx.clock.now() } as const
    await ctx.db.insertInto('password_resets').values(sent).execute()
    return { body: { account: user_id, code: CODE, newPassword: 'pomegranate7' } }
  }
  const remove = async () => {
    // Changed by an earlier call.
    await ctx.db.updateTable('users').set({ password_hash: '' }).where('id', '=', userId).execute()
    return { body: { password: 'any' } }
  }
  const askToRegister = async () => {
    ctx.settings.current.registration_email = 'required'
    const captcha = { id: 'of a registration', answer: 'AbCd', expires_at: ctx.clock.now() + 60_000 }
    await ctx.db.insertInto('captchas').values(captcha).execute()
    return { body: { email: 'new@example.com', captchaId: captcha.id, captchaText: 'AbCd' } }
  }
  return [
    [emails.begin, begin],
    [auth.sendRegistrationCode, askToRegister],
    [emails.askReset, ask],
    [emails.confirm, confirm],
    [emails.reset, reset],
    [emails.remove, remove],
  ]
}

/** `token` in place of the caller's, and headers. */
type Prepared = Input & { token?: string; headers?: Record<string, string> }

/** Input that needs a state which no other endpoint leaves behind; made when the endpoint's turn comes. */
function preparedInput(test: TestApp, { admin, user, ownComment }: Fixture): Map<AnyEndpoint, () => Promise<Prepared>> {
  const { ctx, ok } = test
  const waitingCode = async () => {
    const code_hash = hashMailCode(ctx.mac, { use: 'admin', userId: admin.id }, CODE)
    const waiting = { admin_id: admin.id, email: 'a@example.com', code_hash, expires_at: ctx.clock.now() + 60_000 }
    await ctx.db.insertInto('pending_admin_emails').values(waiting).execute()
    return { body: { code: CODE } }
  }
  const boundEmail = async () => {
    const { id } = await makeUser(ctx)
    const bound = { user_id: id, email: 'b@example.com', email_key: 'b@example.com', verified_at: 1 }
    await ctx.db.insertInto('user_emails').values(bound).execute()
    return { params: { id } }
  }
  const setSecondFactor = async (id: number, totp_since: number | null) => {
    await ctx.db.updateTable('admins').set({ totp_secret: SECRET, totp_since }).where('id', '=', id).execute()
  }
  const code = () => TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: ctx.clock.now() })
  const leftAccount = async () => {
    const { user_id, token } = await makeUser(ctx)
    await ok(users.remove, { params: { id: user_id }, token })
    const refused: object = await test.call(auth.login, { body: { user_id, password: PASSWORD } })
    return { body: { ticket: 'ticket' in refused ? String(refused.ticket) : '' } }
  }
  const openedSession = async (role: 'user' | 'admin'): Promise<Input> => {
    await openSession(ctx, { role, id: role === 'user' ? user.id : admin.id }, 'another device')
    const sessions = ctx.db.selectFrom('sessions').select('id').orderBy('id', 'desc')
    return { params: { id: (await sessions.limit(1).executeTakeFirstOrThrow()).id } }
  }
  return new Map<AnyEndpoint, () => Promise<Prepared>>([
    [campus.start, () => campusInput(test, 'start')],
    [campus.finish, () => campusInput(test, 'finish')],
    [campus.register, () => campusInput(test, 'register')],
    [campus.link, () => campusInput(test, 'link')],
    [campus.unlink, () => campusInput(test, 'unlink')],
    [campus.setPassword, () => campusInput(test, 'setPassword')],
    [campus.logout, () => campusInput(test, 'logout')],
    [
      appealPost,
      async () => {
        const { id } = await makePost(ctx, user)
        await ctx.db.updateTable('posts').set({ state: 'hidden', is_private: 1 }).where('id', '=', id).execute()
        return { params: { id }, body: { text: '没有违规' } }
      },
    ],
    [
      appealComment,
      async () => {
        const hidden = { state: 'hidden', is_private: 1 } as const
        await ctx.db.updateTable('comments').set(hidden).where('id', '=', ownComment).execute()
        return { params: { id: ownComment }, body: { text: '没有违规' } }
      },
    ],
    ...mailInput(ctx, user.id),
    [auth.restore, leftAccount],
    [auth.endSession, () => openedSession('user')],
    [adminAuth.confirmEmail, () => waitingCode()],
    [userPage.removeEmail, () => boundEmail()],
    [adminAuth.endSession, () => openedSession('admin')],
    [adminAuth.endAnySession, () => openedSession('admin')],
    [
      secondFactor.renewRecoveryCodes,
      async () => {
        await setSecondFactor(admin.id, 1)
        return { body: { currentPassword: PASSWORD } }
      },
    ],
    [
      secondFactor.confirm,
      async () => {
        await setSecondFactor(admin.id, null)
        return { body: { code: code() } }
      },
    ],
    [
      seenBanner,
      async () => {
        const body = { kind: 'banner', title: '停电', audience: 'all' } as const
        const token = (await makeAdmin(ctx)).token
        return { params: { id: (await ok(announcements.create, { token, body })).id } }
      },
    ],
    [
      secondFactor.remove,
      async () => {
        await setSecondFactor(admin.id, 1)
        await ctx.db.updateTable('admins').set({ totp_period: 0 }).execute()
        // Changed by an earlier call.
        return { body: { currentPassword: 'another12', code: code() } }
      },
    ],
    [
      admins.removeSecondFactor,
      async () => {
        const { id } = await makeAdmin(ctx)
        await setSecondFactor(id, 1)
        return { params: { id } }
      },
    ],
  ])
}

describe('the contract', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let fixture: Fixture
  let endpointCases: Map<AnyEndpoint, EndpointCases>
  let better: ReturnType<typeof betterInput>
  let prepared: ReturnType<typeof preparedInput>
  beforeAll(async () => {
    test = await openTestApp()
    fixture = await makeFixture(test)
    endpointCases = new Map((await allCases(fixture)).map((endpointCase) => [endpointCase.endpoint, endpointCase]))
    better = betterInput(fixture)
    prepared = preparedInput(test, fixture)
    const { username } = fixture.admin
    const { tokens } = await test.ok(adminAuth.login, { body: { username, password: PASSWORD } })
    better.set(adminAuth.refresh, { body: { refresh_token: tokens.refresh_token } })
  })
  afterAll(() => test.close())

  async function send(endpoint: AnyEndpoint, as?: Caller) {
    const { method, path, role, multipart: upload, stream } = endpoint
    const { as: who = role, ...input } = better.get(endpoint) ?? { ...endpointCases.get(endpoint)?.good }
    const { params = {}, query = {}, body, headers }: Prepared = input
    const token = input.token ?? fixture.tokens[as ?? who]
    const isBase64 = path === '/upload/base64'
    const form = upload && multipart([{ field: upload.field, name: 'a.png', body: picture }])
    const payload =
      form?.payload ?? (isBase64 ? { images: [picture.toString('base64')] } : (body as object | undefined))
    const answer = await readFirstPart(test.app, {
      method,
      url: API_PREFIX + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...form?.headers, ...headers },
      ...(payload !== undefined && { payload }),
    })
    if (endpoint.zip && answer.status === 200) return { status: 200, body: { code: 200, message: '成功' } }
    if (!stream || answer.status !== 200) return { status: answer.status, body: JSON.parse(answer.text) }
    return { status: 200, body: { code: 200, message: '成功', data: JSON.parse(answer.text.slice('data: '.length)) } }
  }

  it.each(reads)('%s answers HEAD with the head of GET', async (_, endpoint) => {
    const { role, path, stream, csv, zip } = endpoint
    const { params = {}, query = {} }: Input = endpointCases.get(endpoint)?.good ?? {}
    const token = fixture.tokens[role]
    const request = {
      url: API_PREFIX + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { 'accept-encoding': 'identity', ...(token && { authorization: `Bearer ${token}` }) },
    }
    const head = await test.app.inject({ method: 'HEAD', ...request })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const text = stream ? 'text/event-stream' : csv ? 'text/csv' : 'application/json'
    expect(head.headers['content-type']).toBe(zip ? 'application/zip' : `${text}; charset=utf-8`)
    if (stream || csv) return
    const get = await test.app.inject({ method: 'GET', ...request })
    expect({ ...head.headers, ...CHANGES }).toEqual({ ...get.headers, ...CHANGES })
  })

  it.each(ofOwner)('%s rejects another user', async (_, endpoint) => {
    const { status, body } = await send(endpoint, 'other')
    expect({ status, code: body.code }).toEqual({ status: body.code, code: status })
    expect(status).toBeOneOf([403, 404])
  })

  it.each(named)('%s responds as described', async (_, endpoint) => {
    const { output, raw, message = '成功' } = endpoint
    const input = await prepared.get(endpoint)?.()
    if (input) better.set(endpoint, input)
    const { status, body } = await send(endpoint)
    expect(status, JSON.stringify(body)).toBe(200)
    if (raw) return expect(output?.parse(body)).toEqual(body)
    // Strict: the output schema drops unknown fields.
    expect(body).toEqual({ code: 200, message, ...(output && { data: output.parse(body.data) }) })
  })
})
