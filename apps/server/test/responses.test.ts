/** Every endpoint outside the back office, called as it is meant to be: what it answers is what its contract says. */
import * as admins from '@shiliu/contract/admin/admins'
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import type { AnyEndpoint, Method } from '@shiliu/contract/endpoint'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as users from '@shiliu/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesOf } from './bad-input/entries.ts'
import type { Entry, Input } from './bad-input/rows.ts'
import { type Caller, makeWorld, type World } from './bad-input/world.ts'
import { allEndpoints } from './contract.ts'
import { beginningOf } from './event-reader.ts'
import { PASSWORD } from './factories.ts'
import { multipart, smallPicture } from './pictures.ts'
import { openTestApp } from './test-app.ts'

const ORDER: Method[] = ['GET', 'POST', 'PUT', 'DELETE']
/** What ends a session comes last. */
const ENDS: AnyEndpoint[] = [auth.logout, adminAuth.logout, users.remove]
const rank = (endpoint: AnyEndpoint) => (ENDS.includes(endpoint) ? ORDER.length : ORDER.indexOf(endpoint.method))

const endpoints = (await allEndpoints())
  .filter(({ path }) => !path.startsWith('/admin/'))
  .toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
/** Whoever follows or collects does so with what is others'. */
const ofOwner = named.filter(
  ([, { role, params, method, path }]) =>
    role === 'user' && params && ORDER.indexOf(method) > 1 && !/(follow|collect)$/.test(path),
)

const picture = await smallPicture()

/** Where the input that rows of bad input differ from is refused itself, or no longer fits after what came before. */
function betterInput({
  user,
  admin,
  note,
  emptyCategory,
  captchas,
  dead,
}: World): Map<AnyEndpoint, Input & { as?: Caller }> {
  const captcha = { captchaId: captchas[0], captchaText: 'AbCd' }
  return new Map<AnyEndpoint, Input & { as?: Caller }>([
    [auth.register, { body: { user_id: 'newcomer', nickname: '新同学', password: PASSWORD, ...captcha } }],
    [auth.login, { body: { user_id: user.user_id, password: PASSWORD } }],
    [auth.refresh, { body: { refresh_token: user.refreshToken } }],
    [auth.logout, { as: 'other' }],
    [admins.remove, { params: { id: dead.revokedAdmin.username } }],
    [adminAuth.login, { body: { username: admin.username, password: PASSWORD } }],
    [categories.update, { params: { id: emptyCategory.id }, body: { name: '改名', category_title: 'renamed' } }],
    [likes.remove, { body: { target_type: 1, target_id: note.id } }],
  ])
}

describe('what the contract says', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let world: World
  let entries: Map<AnyEndpoint, Entry>
  let better: ReturnType<typeof betterInput>
  beforeAll(async () => {
    test = await openTestApp()
    world = await makeWorld(test)
    entries = new Map((await entriesOf(world)).map((entry) => [entry.endpoint, entry]))
    better = betterInput(world)
    const { username } = world.admin
    const { tokens } = await test.ok(adminAuth.login, { body: { username, password: PASSWORD } })
    better.set(adminAuth.refresh, { body: { refresh_token: tokens.refresh_token } })
  })
  afterAll(() => test.close())

  async function send(endpoint: AnyEndpoint, as?: Caller) {
    const { method, path, role, multipart: upload, stream } = endpoint
    const { as: who = role, ...input } = better.get(endpoint) ?? { ...entries.get(endpoint)?.good }
    const { params = {}, query = {}, body }: Input = input
    const token = world.tokens[as ?? who]
    const isBase64 = path === '/upload/base64'
    const form = upload && multipart([{ field: upload.field, name: 'a.png', body: picture }])
    const payload =
      form?.payload ?? (isBase64 ? { images: [picture.toString('base64')] } : (body as object | undefined))
    const answer = await beginningOf(test.app, {
      method,
      url: API_PREFIX + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...form?.headers },
      ...(payload !== undefined && { payload }),
    })
    if (!stream || answer.status !== 200) return { status: answer.status, body: JSON.parse(answer.text) }
    return { status: 200, body: { code: 200, message: '成功', data: JSON.parse(answer.text.slice('data: '.length)) } }
  }

  it.each(ofOwner)('%s refuses another user', async (_, endpoint) => {
    const { status, body } = await send(endpoint, 'other')
    expect({ status, code: body.code }).toEqual({ status: body.code, code: status })
    expect(status).toBeOneOf([403, 404])
  })

  it.each(named)('%s answers what it says', async (_, endpoint) => {
    const { output, raw, message = '成功' } = endpoint
    const { status, body } = await send(endpoint)
    expect(status, JSON.stringify(body)).toBe(200)
    if (raw) return expect(output?.parse(body)).toEqual(body)
    // As said, and nothing else: the schema drops what it does not name.
    expect(body).toEqual({ code: 200, message, ...(output && { data: output.parse(body.data) }) })
  })
})
