import * as settings from '@shiliu/contract/admin/settings'
import { users as adminUsers } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const PASSWORD = 'a long secret 7'

it.each(['admin', 'ADMIN', 'adm1n', '4dmin', 'a_d_m_i_n', 'Official', '0fficia1'])(
  'refuse the public id %s',
  async (user_id) => {
    const test = await createTestApp()
    const body = { user_id, nickname: '小明', password: PASSWORD }
    expect(await test.call(auth.register, { body })).toMatchObject({
      status: 400,
      field: 'user_id',
      message: '这个小石榴号不能使用，请换一个',
    })
    expect(await test.ok(auth.checkUserId, { query: { user_id } })).toMatchObject({ isUnique: false })
  },
)

it.each([
  '管理员',
  '校园 管-理-员',
  'ａｄｍｉｎ小王',
  'аdmіn',
  'Adm1n',
  '小石榴官方',
  '0fficial号',
  'Ádmin',
  '管丨理ㅤ员',
  'ΑDΜIΝ',
  '🅰dmin',
])('refuse the nickname %s, at registration and in a profile', async (nickname) => {
  const test = await createTestApp()
  const message = '昵称里有网站保留的词，请换一个'
  const body = { user_id: 'student', nickname, password: PASSWORD }
  expect(await test.call(auth.register, { body })).toMatchObject({ status: 400, field: 'nickname', message })
  const { user_id, token } = await makeUser(test.ctx)
  const change = { params: { id: user_id }, body: { nickname }, token }
  expect(await test.call(users.update, change)).toMatchObject({ status: 400, field: 'nickname', message })
})

it('are given by administrators, and stay when the rest of a profile changes', async () => {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const body = { user_id: 'official', nickname: '官方', password: PASSWORD }
  const { id } = await test.ok(adminUsers.create, { body, token })
  expect(id).toBeGreaterThan(0)
  const user = await makeUser(test.ctx)
  await test.ok(adminUsers.update, { params: { id: String(user.id) }, body: { nickname: '客服小王' }, token })
  const change = { params: { id: user.user_id }, body: { nickname: '客服小王', bio: '你好' }, token: user.token }
  expect(await test.ok(users.update, change)).toMatchObject({ nickname: '客服小王', bio: '你好' })
})

it('are a setting', async () => {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  await test.ok(settings.update, { body: { reserved_names: ['辅导员', '！！'] }, token })
  const user = await makeUser(test.ctx)
  const change = (nickname: string) =>
    test.call(users.update, { params: { id: user.user_id }, body: { nickname }, token: user.token })
  expect(await change('辅 导员')).toMatchObject({ status: 400 })
  expect(await change('管理员')).toMatchObject({ status: 200 })
  expect(await change('小明！！')).toMatchObject({ status: 200 })
})
