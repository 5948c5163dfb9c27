/** Existing clients of this API, written for another server, work unchanged. */
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as lines from './compatibility/calls.ts'
import * as adminLines from './compatibility/calls-admin.ts'
import * as noteLines from './compatibility/calls-posts.ts'
import { mismatches } from './compatibility/shapes.ts'
import { makeAdmin, makeCategory, makePost, makeUser, PASSWORD, storePicture } from './factories.ts'
import { smallFile, smallPicture } from './pictures.ts'
import { openTestApp } from './test-app.ts'

type Sent = lines.Line & { form?: { payload: Buffer; headers: object } }

const picture = await smallPicture()
const topics = { ...lines, ...noteLines, ...adminLines }
const order = ['site', 'auth', 'users', 'posts', 'comments', 'likes', 'notifications', 'search', 'admin'] as const
const all: [topic: string, Sent[]][] = [
  ...order.map((topic): [string, Sent[]] => [topic, topics[topic]]),
  ['uploads', lines.uploads(picture)],
  ['endings', noteLines.endings],
]

describe('existing clients', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  /** Values that calls refer to by name. */
  let world: Record<string, string | number>
  let tokens: Record<NonNullable<Sent['as']>, string>
  beforeAll(async () => {
    test = await openTestApp()
    const { ctx } = test
    const [me, other, admin] = [await makeUser(ctx), await makeUser(ctx), await makeAdmin(ctx)]
    const category = (await makeCategory(ctx)).id
    const fields = { category_id: category, title: '图书馆', tags: ['学习'], pictures: 1 }
    const [captcha, otherCaptcha] = ['one', 'two'] as const
    const solved = { answer: 'AbCd', expires_at: ctx.clock.now() + 3_600_000 }
    const captchas = [captcha, otherCaptcha].map((id) => ({ id, ...solved }))
    await ctx.db.insertInto('captchas').values(captchas).execute()
    world = {
      captcha,
      otherCaptcha,
      me: me.user_id,
      myNumber: me.id,
      other: other.user_id,
      othersNumber: other.id,
      admin: admin.username,
      refresh: me.refreshToken,
      othersRefresh: other.refreshToken,
      password: PASSWORD,
      category,
      note: (await makePost(ctx, other, fields)).id,
      picture: (await storePicture(ctx, me.id, await smallFile())).url,
    }
    tokens = { guest: 'null', me: me.token, other: other.token, admin: admin.token, broken: 'a.b.c' }
  })
  afterAll(() => test.close())

  /** Replaces `{name}` by its value; a text that is only a name takes the type of the value. */
  function filled<T>(value: T): T {
    const named = (name: string) => {
      const known = world[name]
      if (known === undefined) throw new Error(`Nothing is called ${name}`)
      return known
    }
    const text = JSON.stringify(value)
      .replace(/"\{(\w+)\}"/g, (_, name: string) => JSON.stringify(named(name)))
      .replace(/\{(\w+)\}/g, (_, name: string) => String(named(name)))
    return JSON.parse(text)
  }

  async function send({ call, as = 'guest', body, form }: Sent) {
    const [method, path] = filled(call).split(' ', 2) as ['GET', string]
    const response = await test.app.inject({
      method,
      url: encodeURI(decodeURI(API_PREFIX + path)),
      headers: { authorization: `Bearer ${tokens[as]}`, ...form?.headers },
      ...(form ? { payload: form.payload } : body && { payload: filled(body) }),
    })
    return { status: response.statusCode, answer: response.json() }
  }

  async function check(line: Sent) {
    const { status = 200, shape, words, data, keep } = line
    const about = `${line.call} as ${line.as ?? 'guest'}`
    const { status: got, answer } = await send(line)
    expect.soft({ status: got, code: answer.code }, about).toEqual({ status, code: status })
    expect.soft(answer.message, about).toMatch(/\p{Script=Han}/u)
    if (words) expect.soft(answer.message, about).toContain(words)
    if (status !== 200 || !shape) expect.soft(Object.keys(answer), about).not.toContain('data')
    else expect.soft(mismatches(answer.data, shape), about).toEqual([])
    if (data) expect.soft(answer.data, about).toMatchObject(filled(data))
    if (keep) world[keep] = answer.data.id ?? answer.data.notifications[0].id
  }

  it.each(all)('%s', async (topic, rows) => {
    // Within the hour, what was taken back and done again would not be told again.
    if (topic === 'notifications') test.clock.advance(3600 * 1000)
    for (const line of rows) await check(line)
  })

  it('may send ids as text', async () => {
    const { ctx } = test
    const author = await makeUser(ctx)
    tokens.me = author.token
    const category_id = String((await makeCategory(ctx)).id)
    const note = await makePost(ctx, author)
    const post = { title: '标题', content: '正文', category_id }
    await check({ call: 'POST /posts', as: 'me', body: post, shape: '{id: int}' })
    const target = { target_type: '1', target_id: String(note.id) }
    await check({ call: 'POST /likes', as: 'me', body: target, shape: '{liked: bool}' })
    const comment = { post_id: String(note.id), content: '好', parent_id: null }
    await check({ call: 'POST /comments', as: 'me', body: comment, shape: '{id: int, post_id: int}', keep: 'asText' })
    const reply = { ...comment, parent_id: String(world.asText) }
    await check({ call: 'POST /comments', as: 'me', body: reply, shape: '{parent_id: int}' })
  })
})
