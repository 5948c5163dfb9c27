import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { UPLOAD } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as uploads from '@shiliu/contract/uploads'
import * as users from '@shiliu/contract/users'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { uploadsDir } from '#platform/storage/disk.ts'
import { makeCategory, makePost, makeUser } from '#test/factories.ts'
import { multipart, phonePhoto, smallFile, smallPicture } from '#test/pictures.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { removeLeftFiles, storePicture, sweepUnused } from './media.service.ts'

type Part = Parameters<typeof multipart>[0][number]

async function upload(test: TestApp, path: string, parts: Part[], token: string) {
  const { payload, headers } = multipart(parts)
  const url = `/api/upload/${path}`
  const authorization = `Bearer ${token}`
  const response = await test.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } })
  return { status: response.statusCode, ...response.json() }
}

async function setUp() {
  const test = await createTestApp()
  return { test, user: await makeUser(test.ctx) }
}

async function leftBehind(test: TestApp): Promise<{ rows: number; files: number }> {
  const files = await readdir(uploadsDir(test.ctx.config), { recursive: true, withFileTypes: true })
  const rows = await test.ctx.db.selectFrom('media').selectAll().execute()
  return { rows: rows.length, files: files.filter((file) => file.isFile()).length }
}

describe('one picture', () => {
  it('comes out upright, without metadata, in three sizes that are served for a year', async () => {
    const { test, user } = await setUp()
    const body = await phonePhoto({ width: 3000, height: 2000 })
    const { data } = await upload(test, 'single', [{ field: 'file', name: 'IMG_1.JPG', body }], user.token)
    expect(data).toMatchObject({ originalname: 'IMG_1.JPG', originalName: 'IMG_1.JPG', size: body.length })
    expect([data.width, data.height]).toEqual([1600, 2400])
    for (const size of ['card', 'detail', 'full']) {
      const file = await test.app.inject({ url: data.url.replace('-detail', `-${size}`) })
      expect(file.statusCode).toBe(200)
      expect(file.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'image/webp' })
      expect(file.headers['cache-control']).toContain('immutable')
      const { exif, orientation, width, height } = await sharp(file.rawPayload).metadata()
      expect([exif, orientation]).toEqual([undefined, undefined])
      expect(width).toBeLessThan(height)
    }
  })

  it.each([
    ['an empty file', Buffer.alloc(0), '请选择文件'],
    ['a text file named .jpg', Buffer.from('我是一段文字，不是图片'), '请选择图片文件'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      '不支持的文件类型',
    ],
    ['more than 5 MB', Buffer.alloc(UPLOAD.fileMax + 1, 1), '图片大小不能超过5MB'],
  ])('refuses %s and leaves nothing behind', async (_, body, message) => {
    const { test, user } = await setUp()
    const answer = await upload(test, 'single', [{ field: 'file', name: 'a.jpg', body }], user.token)
    expect(answer).toMatchObject({ status: 400, code: 400, message })
    expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
  })

  it('refuses a photo that was cut off', async () => {
    const { test, user } = await setUp()
    const body = (await phonePhoto()).subarray(0, 3000)
    const answer = await upload(test, 'image', [{ field: 'image', name: 'a.jpg', body }], user.token)
    expect(answer).toMatchObject({ status: 400, message: '图片已损坏或不完整，请换一张' })
    expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
  })

  it('wants a session, a multipart body and the right field', async () => {
    const { test, user } = await setUp()
    const body = await smallPicture()
    expect(await upload(test, 'single', [{ field: 'file', name: 'a.png', body }], 'null')).toMatchObject({
      status: 401,
    })
    expect(await upload(test, 'single', [{ field: 'other', name: 'a.png', body }], user.token)).toMatchObject({
      status: 400,
      message: '请选择文件',
    })
    expect(await test.call(uploads.single, { token: user.token })).toMatchObject({ status: 400, message: '请选择文件' })
  })
})

describe('a body that is no whole multipart', () => {
  const type = 'multipart/form-data; boundary=x'
  const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n`

  it.each([
    ['names no boundary', 'multipart/form-data', 'anything'],
    ['is something else', type, 'anything'],
    ['breaks off in its file', type, `${part('file')}half a pic`],
    ['breaks off in a file nobody asked for', type, `${part('other')}half a pic`],
    ['breaks off in its headers', type, '--x\r\ncontent-disposition: form-data; na'],
  ])('is refused in words when it %s', async (_, contentType, payload) => {
    const { test, user } = await setUp()
    const headers = { 'content-type': contentType, authorization: `Bearer ${user.token}` }
    const answer = await test.app.inject({ method: 'POST', url: '/api/upload/single', payload, headers })
    expect(answer.json()).toMatchObject({ code: 400, message: '上传的内容不完整，请重试' })
    expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
  })
})

describe('several pictures', () => {
  it('are stored all or none by /multiple', async () => {
    const { test, user } = await setUp()
    const good = { field: 'files', name: 'good.png', body: await smallPicture() }
    const bad = { field: 'files', name: 'bad.png', body: Buffer.from('text') }
    expect(await upload(test, 'multiple', [good, bad], user.token)).toMatchObject({ status: 400 })
    expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
    const { data } = await upload(test, 'multiple', [good, { ...good, name: 'two.png' }], user.token)
    expect(data.map((one: { originalname: string }) => one.originalname)).toEqual(['good.png', 'two.png'])
  })

  it('are judged one by one by /images', async () => {
    const { test, user } = await setUp()
    const good = { field: 'images', name: 'good.png', body: await smallPicture() }
    const bad = { field: 'images', name: 'bad.png', body: Buffer.from('text') }
    const big = { field: 'images', name: 'big.png', body: Buffer.alloc(UPLOAD.fileMax + 1) }
    const { data } = await upload(test, 'images', [bad, good, big], user.token)
    expect(data).toMatchObject({ total: 3, successCount: 1, errorCount: 2, uploaded: [{ originalName: 'good.png' }] })
    expect(data.errors).toEqual([
      { file: 'bad.png', error: '请选择图片文件' },
      { file: 'big.png', error: '图片大小不能超过5MB' },
    ])
    expect(await upload(test, 'images', [bad], user.token)).toMatchObject({ status: 400, message: '请选择图片文件' })
  })

  it('may be nine, not ten', async () => {
    const { test, user } = await setUp()
    const body = await smallPicture()
    const parts = Array.from({ length: 10 }, (_, i) => ({ field: 'files', name: `${i}.png`, body }))
    const answer = await upload(test, 'multiple', parts, user.token)
    expect(answer).toMatchObject({ status: 400, message: '最多只能上传9张图片' })
    expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
  })

  it('are not taken compressed, since their length would tell nothing of what they fill', async () => {
    const { test, user } = await setUp()
    const body = JSON.stringify({ images: [`data:image/png;base64,${(await smallPicture()).toString('base64')}`] })
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/upload/base64',
      payload: gzipSync(body),
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        authorization: `Bearer ${user.token}`,
      },
    })
    expect([response.statusCode, response.json().error]).toEqual([415, 'unsupported_media_type'])
    expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
  })

  it('come as base64 too', async () => {
    const { test, user } = await setUp()
    const images = [`data:image/png;base64,${(await smallPicture()).toString('base64')}`]
    expect(await test.ok(uploads.base64, { body: { images }, token: user.token })).toEqual({
      urls: [expect.stringMatching(/^\/uploads\//)],
      count: 1,
    })
    for (const wrong of [[], ['不是 base64'], ['aGVsbG8=']]) {
      expect(await test.call(uploads.base64, { body: { images: wrong }, token: user.token })).toMatchObject({
        status: 400,
      })
    }
  })
})

it('sweeps away after a day what nothing shows, and nothing else', async () => {
  const { test, user } = await setUp()
  await makePost(test.ctx, user, { pictures: 1 })
  await upload(test, 'single', [{ field: 'file', name: 'unused.png', body: await smallPicture(9) }], user.token)
  expect(await sweepUnused(test.ctx)).toBe(0)
  test.clock.advance(25 * 3600 * 1000)
  expect(await sweepUnused(test.ctx)).toBe(1)
  expect(await leftBehind(test)).toEqual({ rows: 1, files: 3 })
})

it('sweeps all that nothing shows at one go, however much it is and whatever stands between', async () => {
  const { test, user } = await setUp()
  const created_at = test.clock.now()
  const row = (media_key: string) => ({ media_key, width: 1, height: 1, thumbhash: '', bytes: 1, created_at })
  const insert = (prefix: string, n: number) =>
    test.ctx.db
      .insertInto('media')
      .values(Array.from({ length: n }, (_, i) => row(`${prefix}/${prefix}${i}`)))
      .execute()
  await insert('ab', 600)
  await makePost(test.ctx, user, { pictures: 1 })
  await insert('cd', 600)
  test.clock.advance(25 * 3600 * 1000)
  expect(await sweepUnused(test.ctx)).toBe(1200)
  expect(await leftBehind(test)).toEqual({ rows: 1, files: 3 })
})

it('removes the files of an account later where the storage is away while it is deleted', async () => {
  const { test, user } = await setUp()
  for (const seed of [1, 2]) await storePicture(test.ctx, user.id, await smallFile(seed))
  const { storage } = test.ctx
  const remove = storage.remove.bind(storage)
  storage.remove = () => Promise.reject(new Error('503 Slow Down'))
  await test.ok(users.remove, { params: { id: user.user_id }, token: user.token })
  await removeLeftFiles(test.ctx)
  expect(await leftBehind(test)).toEqual({ rows: 0, files: 6 })
  storage.remove = remove
  await removeLeftFiles(test.ctx)
  expect(await leftBehind(test)).toEqual({ rows: 0, files: 0 })
  expect(await test.ctx.db.selectFrom('removed_media').selectAll().execute()).toEqual([])
})

it('keeps what is taken into use while it is swept, and goes on sweeping', async () => {
  const { test, user } = await setUp()
  const stored = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => storePicture(test.ctx, user.id, await smallFile(i))),
  )
  test.clock.advance(25 * 3600 * 1000)
  const category_id = (await makeCategory(test.ctx)).id
  const use = ({ url }: { url: string }, i: number) =>
    i % 4 === 0
      ? test.call(users.update, {
          params: { id: user.user_id },
          body: { nickname: '换头像', avatar: url },
          token: user.token,
        })
      : test.call(posts.create, {
          body: { title: '用上', content: '正文', category_id, images: [url] },
          token: user.token,
        })
  const [swept, ...answers] = await Promise.all([
    sweepUnused(test.ctx),
    ...stored.slice(0, 20).map(use),
    sweepUnused(test.ctx),
    ...stored.slice(20, 30).map(use),
  ])
  expect(typeof swept).toBe('number')
  expect(answers.filter((answer) => typeof answer === 'object' && answer.status >= 500)).toEqual([])
  await sweepUnused(test.ctx)
  const shown = await test.ctx.db.selectFrom('post_images').select('media_id').execute()
  const { avatar_media_id } = await test.ctx.db
    .selectFrom('users')
    .select('avatar_media_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const kept = await test.ctx.db.selectFrom('media').select('id').execute()
  const used = new Set([avatar_media_id, ...shown.map((row) => row.media_id)].filter((id) => id !== null))
  expect(new Set(kept.map((row) => row.id))).toEqual(used)
  expect(await leftBehind(test)).toEqual({ rows: used.size, files: 3 * used.size })
})

it('takes no more of an account while what it sends already may fill the memory', async () => {
  const { test, user } = await setUp()
  const parts = [{ field: 'file', name: 'a.jpg', body: (await smallFile()).body ?? Buffer.alloc(0) }]
  const { payload, headers } = multipart(parts)
  const second = () => upload(test, 'single', parts, user.token)
  expect(await second()).toMatchObject({ status: 200 })
  // A body of unknown length, whose end is long in coming; its bytes are asked for once it has been let in.
  const body = new Readable({
    read() {
      this.emit('asked')
    },
  })
  const asked = once(body, 'asked')
  const authorization = `Bearer ${user.token}`
  const unsaid = { ...headers, authorization, 'transfer-encoding': 'chunked' }
  const first = test.app
    .inject({ method: 'POST', url: '/api/upload/single', payload: body, headers: unsaid })
    .then(({ statusCode }) => statusCode)
  await asked
  expect(await second()).toMatchObject({ status: 429, error: 'too_many_requests' })
  const neighbour = await makeUser(test.ctx)
  expect(await upload(test, 'single', parts, neighbour.token)).toMatchObject({ status: 200 })
  body.push(payload)
  body.push(null)
  expect(await first).toBe(200)
  expect(await second()).toMatchObject({ status: 200 })
})
