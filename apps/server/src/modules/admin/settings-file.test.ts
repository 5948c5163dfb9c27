import { audits } from '@shiliu/contract/admin/audits'
import * as settings from '@shiliu/contract/admin/settings'
import * as settingsFile from '@shiliu/contract/admin/settings-file'
import * as uploads from '@shiliu/contract/uploads'
import { expect, it } from 'vitest'
import { makeAdmin } from '#test/factories.ts'
import { multipart, smallPicture } from '#test/pictures.ts'
import { storedMedia } from '#test/stored-media.ts'
import { createTestApp } from '#test/test-app.ts'

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const fileOf = async () => (await test.app.inject(asked(token))).json() as settingsFile.SettingsFile
  return { test, token, fileOf }
}

const asked = (token: string) => ({ url: '/api/admin/settings/export', headers: { authorization: `Bearer ${token}` } })

it('goes to another site and leaves the same settings there', async () => {
  const [one, two] = [await stage(), await stage()]
  const body = { site_name: '紫荆园', notes_per_day: 5, reserved_names: ['校长'], site_icp: '京ICP备12345678号-1' }
  await one.test.ok(settings.update, { body, token: one.token })
  const file = await one.fileOf()
  expect(file).toMatchObject({ format: 'shiliu-settings', settings: { ...body, comments_per_minute: 30 } })
  expect(Object.keys(file.settings)).not.toContain('site_logo')
  expect(file.logo).toBeNull()
  await two.test.ok(settings.update, { body: { comments_per_minute: 9, new_account_days: 1 }, token: two.token })
  const { settings: partly } = { settings: { ...file.settings, comments_per_minute: 30, no_such: 1 } }
  const sent = { format: file.format, settings: partly }
  const preview = await two.test.ok(settingsFile.previewFile, { body: sent, token: two.token })
  expect(preview.unknown).toEqual(['no_such'])
  expect(preview.changes).toEqual(
    expect.arrayContaining([
      { name: 'site_name', label: '网站名称', before: '小石榴', after: '紫荆园' },
      { name: 'comments_per_minute', label: '一分钟内的评论', before: 9, after: 30 },
    ]),
  )
  expect(two.test.ctx.settings.current).toMatchObject({ site_name: '小石榴', comments_per_minute: 9 })
  const { changes } = await two.test.ok(settingsFile.importFile, { body: sent, token: two.token })
  // What has its default has no row.
  expect(changes.map(({ name }) => name)).toEqual(['notes_per_day', 'reserved_names', 'site_icp', 'site_name'])
  expect((await two.fileOf()).settings).toEqual(file.settings)
  const { data } = await two.test.ok(audits.list, { query: { resource: 'settings' }, token: two.token })
  expect(data[0]?.changed).toHaveLength(6)
})

it('writes nothing where one value is wrong, or another one was changed since the preview', async () => {
  const { test, token } = await stage()
  const format = 'shiliu-settings' as const
  const wrong = { format, settings: { notes_per_day: 5, site_icp: '没有' } }
  for (const endpoint of [settingsFile.previewFile, settingsFile.importFile]) {
    expect(await test.call(endpoint, { body: wrong, token })).toMatchObject({
      status: 400,
      field: 'settings.site_icp',
      message: '备案号：备案号要像「京ICP备12345678号-1」',
    })
  }
  const body = { format, settings: { notes_per_day: 5 }, began: { notes_per_day: 60 } }
  await test.ok(settings.update, { body: { notes_per_day: 6 }, token })
  expect(await test.call(settingsFile.importFile, { body, token })).toMatchObject({ status: 409, error: 'conflict' })
  expect(test.ctx.settings.current).toEqual({ ...settings.DEFAULT_SETTINGS, notes_per_day: 6 })
})

it('brings the logo along', async () => {
  const [one, two] = [await stage(), await stage()]
  const { payload, headers } = multipart([{ field: 'file', name: 'logo.png', body: await smallPicture() }])
  const authorization = `Bearer ${one.token}`
  const sending = { url: `/api${uploads.single.path}`, payload, headers: { ...headers, authorization } }
  const { url } = (await one.test.app.inject({ method: 'POST', ...sending })).json().data
  await one.test.ok(settings.update, { body: { site_logo: url }, token: one.token })
  const { format, logo, note } = await one.fileOf()
  expect(logo).toMatch(/^data:image\/webp;base64,/)
  expect(note).toContain('没有密码和密钥')
  const body = { format, settings: {}, logo }
  const preview = async ({ test, token }: typeof one) =>
    (await test.ok(settingsFile.previewFile, { body, token })).changes
  expect(await preview(one)).toEqual([])
  const change = { name: 'site_logo', label: '标志', before: '', after: '文件里的图片' }
  expect(await preview(two)).toEqual([change])
  expect(await storedMedia(two.test)).toEqual({ rows: 0, files: 0 })
  // Another administrator was quicker.
  const stale = { ...body, began: { site_logo: url } }
  expect(await two.test.call(settingsFile.importFile, { body: stale, token: two.token })).toMatchObject({ status: 409 })
  expect(await storedMedia(two.test)).toEqual({ rows: 0, files: 0 })
  const began = { site_logo: '' }
  const done = await two.test.ok(settingsFile.importFile, { body: { ...body, began }, token: two.token })
  expect((await two.test.app.inject(done.settings.site_logo)).headers['content-type']).toBe('image/webp')
  expect(await preview(two)).toEqual([])
  expect(await storedMedia(two.test)).toEqual({ rows: 1, files: 2 })
  for (const [wrong, message] of [
    [`data:image/png;base64,${'A'.repeat(4000)}`, '标志：请选择图片文件'],
    [`data:image/png;base64,${'A'.repeat(1_500_000)}`, '标志：文件里的图片过大'],
  ]) {
    for (const endpoint of [settingsFile.previewFile, settingsFile.importFile]) {
      const answer = await two.test.call(endpoint, { body: { ...body, logo: wrong }, token: two.token })
      expect(answer).toMatchObject({ status: 400, field: 'logo', message })
    }
  }
  const without = { format, settings: {}, logo: null }
  const { settings: last } = await two.test.ok(settingsFile.importFile, { body: without, token: two.token })
  expect(last.site_logo).toBe('')
})

it('is for administrators', async () => {
  const { test } = await stage()
  const { token } = await makeAdmin(test.ctx, 'moderator')
  expect((await test.app.inject(asked(token))).statusCode).toBe(403)
})
