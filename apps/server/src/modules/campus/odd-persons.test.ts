/** What schools say of people may be anything. */
import * as campus from '@shiliu/contract/campus'
import * as users from '@shiliu/contract/users'
import { describe, expect, it, vi } from 'vitest'
import { newBrowser } from '#test/campus-browser.ts'
import { codeOf, register, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { makeUser } from '#test/factories.ts'
import type { Pupil } from '#test/school-oidc.ts'

const LONG = '很长'.repeat(5000)

/** What is suggested to who comes for the first time. */
const ODD: [string, Pupil, object][] = [
  ['no attributes', {}, { nickname: '', badge: null }],
  ['nulls', { name: null, preferred_username: null, affiliation: null }, { nickname: '', badge: null }],
  ['empty ones', { name: '', preferred_username: ' ', affiliation: '' }, { nickname: '', badge: null }],
  ['numbers', { name: 7, preferred_username: 42, affiliation: 1 }, { nickname: '7', badge: null }],
  [
    'lists',
    { name: ['', '张三', '李四'], affiliation: [['student'], null, 'student'] },
    { nickname: '张三', badge: '学生' },
  ],
  [
    'a number for a name',
    { name: '3210301234', preferred_username: '3210301234', affiliation: 'student' },
    { nickname: '', badge: '学生' },
  ],
  [
    'a number in a name',
    { name: '张三（３２１０３０）', preferred_username: 'zhang' },
    { nickname: 'zhang', badge: null },
  ],
  [
    'objects',
    { name: { first: '三' }, preferred_username: {}, affiliation: { student: true } },
    { nickname: '', badge: null },
  ],
  ['flags', { name: true, preferred_username: false, affiliation: true }, { nickname: '', badge: null }],
  [
    'much text',
    { name: LONG, preferred_username: LONG, affiliation: [LONG, 'student'] },
    { nickname: '很长很长很长很长很长', badge: '学生' },
  ],
  [
    'a family after some characters',
    { name: '一二三四五👨‍👩‍👧‍👦', preferred_username: 'zhang' },
    { nickname: '一二三四五', badge: null },
  ],
  [
    'controls and marks that turn text around',
    {
      name: '\u202e张\u0000三\n\u2066 ',
      preferred_username: 'zhang\u0000\u202esan\ud800',
      affiliation: '\u0000student',
    },
    { nickname: '张三', badge: null },
  ],
  [
    'names of what every object has',
    { name: '__proto__', preferred_username: 'constructor', affiliation: 'toString' },
    { badge: null },
  ],
  [
    'markup',
    { name: '<b>张三</b>', preferred_username: '<script>', affiliation: '<i>' },
    { nickname: '<b>张三</b>', badge: null },
  ],
]

describe('OpenID Connect', () => {
  it('registers people of whom odd things are said, and shows them as text', async () => {
    const { test, school, id } = await setUpOidc()
    for (const [i, [name, pupil, suggested]] of ODD.entries()) {
      school.people[`odd${i}`] = pupil
      const browser = newBrowser(test)
      const answer = await browser.signIn(id, `odd${i}`)
      expect(answer, name).toMatchObject({ status: 200, data: { registration: suggested } })
      expect(answer.data.registration?.user_id, name).toMatch(/^\w{3,15}$/)
      const body = { code: codeOf(answer), user_id: `person_${i}`, nickname: '同学' }
      const made = await browser.send(campus.register, { body })
      expect(made, name).toMatchObject({ status: 200 })
      const [link] = (await test.ok(campus.links, { token: made.data.tokens.access_token })).links
      expect(link?.account, name).toMatch(/^[^\p{C}]{1,200}$/u)
      expect(await test.ok(users.get, { params: { id: `person_${i}` } }), name).toMatchObject({
        campus_badge: Reflect.get(suggested, 'badge'),
      })
    }
  })

  it('logs what came where none of the words fits, for whoever writes these', async () => {
    const { test, school, id } = await setUpOidc()
    const logged = vi.spyOn(test.ctx.log, 'info')
    school.people.s2 = { name: '张三', affiliation: ['alum', 'x'.repeat(100)] }
    school.people.s3 = { name: '李四' }
    for (const login of ['s1', 's2', 's3']) await newBrowser(test).signIn(id, login)
    const lines = logged.mock.calls.filter(([, message]) => message === 'campus sign-in without a badge')
    const line = { provider: id, attribute: 'affiliation' }
    expect(lines.map(([about]) => about)).toMatchObject([
      { ...line, values: ['alum', 'x'.repeat(50)], attributes: expect.arrayContaining(['sub', 'name', 'affiliation']) },
      { ...line, values: [], attributes: expect.not.arrayContaining(['affiliation']) },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/张三|李四/)
  })

  it('signs nobody in whose name there has no end', async () => {
    const { school, id, browser } = await setUpOidc()
    school.people['x'.repeat(300)] = { name: '张三' }
    expect(await browser.signIn(id, 'x'.repeat(300))).toMatchObject({ status: 400, error: 'campus_refused' })
  })

  it('keeps no ID token that is too long for an address, and has people sign out without it', async () => {
    const { school, test, id, browser } = await setUpOidc()
    await test.ctx.db.updateTable('campus_providers').set({ ends_session: 1 }).execute()
    school.forgery = { claims: { groups: LONG } }
    const { tokens } = await register(browser, id, 's1', 'zhangsan')
    const { url } = await test.ok(campus.logout, { token: tokens.access_token })
    const asked = new URL(url ?? '').searchParams
    expect([...asked.keys()].sort()).toEqual(['client_id', 'post_logout_redirect_uri'])
    expect((await fetch(url ?? '')).status).toBe(200)
  })

  it('keeps what somebody typed where the name is taken or not allowed, and says so at its field', async () => {
    const { test, school, id, browser, change } = await setUpOidc()
    await makeUser(test.ctx, { user_id: 'zhangsan' })
    await change({ reserved_names: ['校长', 'admin'] })
    school.people.s1 = { name: '校长', preferred_username: 'admin' }
    const first = await browser.signIn(id, 's1')
    expect(first.data.registration?.user_id).not.toBe('admin')
    const send = (user_id: string, nickname: string) =>
      browser.send(campus.register, { body: { code: codeOf(first), user_id, nickname } })
    expect(await send('zhangsan', '张三')).toMatchObject({ status: 400, error: 'user_id_taken', field: 'user_id' })
    expect(await send('ZhangSan', '张三')).toMatchObject({ status: 400, field: 'user_id' })
    expect(await send('admin', '张三')).toMatchObject({ status: 400, field: 'user_id' })
    expect(await send('zhang_san', '校长')).toMatchObject({ status: 400, field: 'nickname' })
    expect(await send('zhang_san', '张三')).toMatchObject({ status: 200 })
  })
})

describe('CAS', () => {
  it('registers people of whom odd things are said', async () => {
    const { test, school, id } = await setUpCas()
    const long = 'y'.repeat(100_000)
    school.people.odd = { name: ['', '\u202e张三'], affiliation: [long, 'faculty', 'student'], 'no&name': 'x' }
    expect((await newBrowser(test).signIn(id, 'odd')).status).toBe(503)
    school.people.odd = { name: ['', '\u202e张三', long], affiliation: [long, 'student', 'faculty'] }
    const browser = newBrowser(test)
    const answer = await browser.signIn(id, 'odd')
    expect(answer.data.registration).toMatchObject({ user_id: 'odd', nickname: '张三', badge: '教职工' })
    const body = { code: codeOf(answer), user_id: 'odd', nickname: '同学' }
    expect(await browser.send(campus.register, { body })).toMatchObject({ status: 200 })
    expect(await newBrowser(test).signIn(id, 'z'.repeat(300))).toMatchObject({ status: 400, error: 'campus_refused' })
  })
})
