import { gzipSync } from 'node:zlib'
import * as adminSettings from '@shiliu/contract/admin/settings'
import * as uploads from '@shiliu/contract/uploads'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { setSiteMode } from '#modules/admin/site-mode.service.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { multipart, phonePhoto, smallFile, smallPicture } from '#test/pictures.ts'
import { storedMedia } from '#test/stored-media.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { putPicture, withoutLeavingFiles } from './uploads.service.ts'

const MB = 1024 * 1024

type Part = Parameters<typeof multipart>[0][number]

async function upload(test: TestApp, path: string, parts: Part[], token: string) {
  const { payload, headers } = multipart(parts)
  const url = `/api/upload/${path}`
  const authorization = `Bearer ${token}`
  const response = await test.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } })
  return { status: response.statusCode, ...response.json() }
}

const detailedPicture = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()

async function setUp() {
  const test = await createTestApp()
  return { test, user: await makeUser(test.ctx) }
}

describe('one picture', () => {
  it('is stored upright, without metadata, in three sizes that are cached for a year', async () => {
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
    [
      'a HEIC photo named .jpg',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      /^不支持 HEIC 照片。iPhone .*兼容性最佳.*转为 JPEG/,
    ],
    ['more than 5 MB', Buffer.alloc(5 * MB + 1, 1), '图片大小不能超过5MB'],
  ])('rejects %s and stores nothing', async (_, body, message) => {
    const { test, user } = await setUp()
    const answer = await upload(test, 'single', [{ field: 'file', name: 'a.jpg', body }], user.token)
    expect(answer).toMatchObject({ status: 400, code: 400, message: expect.stringMatching(message) })
    expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  })

  it('follows the settings at once, and leaves the earlier ones as they are', async () => {
    const { test, user } = await setUp()
    const { token } = await makeAdmin(test.ctx)
    const body = await sharp(await detailedPicture())
      .resize(3000, 2000)
      .jpeg()
      .toBuffer()
    const send = async () => (await upload(test, 'single', [{ field: 'file', name: 'a.jpg', body }], user.token)).data
    const fileOf = async ({ url }: { url: string }, size: string) =>
      (await test.app.inject({ url: url.replace('-detail', `-${size}`) })).rawPayload
    const first = await send()
    expect([first.width, first.height]).toEqual([2400, 1600])
    await test.ok(adminSettings.update, { body: { picture_side: 3000, picture_quality: 50 }, token })
    const second = await send()
    expect([second.width, second.height]).toEqual([3000, 2000])
    expect((await sharp(await fileOf(second, 'full')).metadata()).width).toBe(3000)
    expect((await fileOf(second, 'card')).length).toBeLessThan((await fileOf(first, 'card')).length)
    await test.ok(adminSettings.update, { body: { picture_side: 1200 }, token })
    const third = await send()
    expect([third.width, third.height]).toEqual([1200, 800])
    expect((await sharp(await fileOf(first, 'full')).metadata()).width).toBe(2400)
  })

  it('may be as large as the setting says', async () => {
    const { test, user } = await setUp()
    const { token } = await makeAdmin(test.ctx)
    const padded = Buffer.concat([await smallPicture(), Buffer.alloc(6 * MB)])
    const send = (path: string) => upload(test, path, [{ field: 'file', name: 'a.png', body: padded }], user.token)
    const asText = () => test.call(uploads.base64, { body: { images: [padded.toString('base64')] }, token: user.token })
    expect(await send('single')).toMatchObject({ status: 400, message: '图片大小不能超过5MB' })
    await test.ok(adminSettings.update, { body: { picture_megabytes: 7 }, token })
    expect(await send('single')).toMatchObject({ status: 200 })
    expect(await asText()).toMatchObject({ status: 200 })
    await test.ok(adminSettings.update, { body: { picture_megabytes: 3 }, token })
    for (const answer of [await send('single'), await asText()]) {
      expect(answer).toMatchObject({ status: 400, message: '图片大小不能超过3MB' })
    }
  })

  it('rejects a truncated photo', async () => {
    const { test, user } = await setUp()
    const body = (await phonePhoto()).subarray(0, 3000)
    const answer = await upload(test, 'image', [{ field: 'image', name: 'a.jpg', body }], user.token)
    expect(answer).toMatchObject({ status: 400, message: '图片已损坏或不完整，请换一张' })
    expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  })

  it('requires a session, a multipart body and the right field', async () => {
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

it('are refused while less than a twentieth of the disk is free, before they cost anything', async () => {
  const { test, user } = await setUp()
  let free = 0.049
  test.ctx.disks.freeShare = async () => free
  const part = { field: 'file', name: 'a.png', body: await smallPicture() }
  const refused = await upload(test, 'single', [part], user.token)
  expect(refused).toMatchObject({ status: 507, message: '服务器的磁盘快满了，暂时不能上传图片，请联系管理员' })
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  free = 0.051
  expect(await upload(test, 'single', [part], user.token)).toMatchObject({ status: 200 })
})

describe('a malformed multipart body', () => {
  const type = 'multipart/form-data; boundary=x'
  const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n`

  it.each([
    ['names no boundary', 'multipart/form-data', 'anything'],
    ['is something else', type, 'anything'],
    ['breaks off in its file', type, `${part('file')}half a pic`],
    ['breaks off in a file nobody asked for', type, `${part('other')}half a pic`],
    ['breaks off in its headers', type, '--x\r\ncontent-disposition: form-data; na'],
  ])('is rejected with a message when it %s', async (_, contentType, payload) => {
    const { test, user } = await setUp()
    const headers = { 'content-type': contentType, authorization: `Bearer ${user.token}` }
    const answer = await test.app.inject({ method: 'POST', url: '/api/upload/single', payload, headers })
    expect(answer.json()).toMatchObject({ code: 400, message: '上传的内容不完整，请重试' })
    expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  })
})

describe('several pictures', () => {
  it('are stored all or none by /multiple', async () => {
    const { test, user } = await setUp()
    const good = { field: 'files', name: 'good.png', body: await smallPicture() }
    const bad = { field: 'files', name: 'bad.png', body: Buffer.from('text') }
    expect(await upload(test, 'multiple', [good, bad], user.token)).toMatchObject({ status: 400 })
    expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
    const { data } = await upload(test, 'multiple', [good, { ...good, name: 'two.png' }], user.token)
    expect(data.map((one: { originalname: string }) => one.originalname)).toEqual(['good.png', 'two.png'])
  })

  it('are validated one by one by /images', async () => {
    const { test, user } = await setUp()
    const good = { field: 'images', name: 'good.png', body: await smallPicture() }
    const bad = { field: 'images', name: 'bad.png', body: Buffer.from('text') }
    const big = { field: 'images', name: 'big.png', body: Buffer.alloc(5 * MB + 1) }
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
    expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  })

  it('are rejected when compressed, since the length would not bound the memory', async () => {
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
    expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  })

  it('may be sent as base64', async () => {
    const { test, user } = await setUp()
    const images = [`data:image/png;base64,${(await smallPicture()).toString('base64')}`]
    expect(await test.ok(uploads.base64, { body: { images }, token: user.token })).toEqual({
      urls: [expect.stringMatching(/^\/uploads\//)],
      count: 1,
    })
    const large = (await detailedPicture()).toString('base64')
    const both = { images: [large, ...images] }
    expect(await test.ok(uploads.base64, { body: both, token: user.token })).toMatchObject({ count: 2 })
    for (const wrong of [[], ['不是 base64'], ['aGVsbG8='], [`${large}!`], Array(10).fill(large)]) {
      expect(await test.call(uploads.base64, { body: { images: wrong }, token: user.token })).toMatchObject({
        status: 400,
      })
    }
  })
})

it('refuses JSON that is large without its pictures, and pictures in it that are too large', async () => {
  const { test, user } = await setUp()
  const send = (images: string[]) => test.call(uploads.base64, { body: { images }, token: user.token })
  expect(await send(Array(40_000).fill('abc'))).toMatchObject({ status: 413 })
  const tooLarge = Buffer.alloc(5 * MB + 1, 1).toString('base64')
  expect(await send([tooLarge])).toMatchObject({ status: 400, message: '图片大小不能超过5MB' })
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
})

it('refuses pictures that it has begun with when the site is closed, and keeps nothing of them', async () => {
  const { test, user } = await setUp()
  const { put } = test.ctx.storage
  let closing: Promise<unknown> = Promise.resolve()
  test.ctx.storage.put = async (...file) => {
    await put(...file)
    closing = closing.then(() => setSiteMode(test.ctx, 'read_only'))
    await closing
  }
  for (const [path, field] of [
    ['single', 'file'],
    ['multiple', 'files'],
    ['images', 'images'],
  ] as const) {
    await setSiteMode(test.ctx, 'open')
    const answer = await upload(test, path, [{ field, name: '1.png', body: await smallPicture() }], user.token)
    expect(answer, path).toMatchObject({ status: 403, error: 'read_only' })
  }
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
})

describe('files whose rows could not be written', () => {
  const lost = { code: 'PROTOCOL_CONNECTION_LOST', fatal: true }
  it.each([
    ['are removed', {}, 0],
    ['are removed where the database was not reached', { code: 'ECONNREFUSED', fatal: true, syscall: 'connect' }, 0],
    ['stay where the connection broke, since the rows may be there', lost, 2],
  ])('%s', async (_, details, files) => {
    const { test, user } = await setUp()
    const error = Object.assign(new Error('no rows'), details)
    const picture = await putPicture(test.ctx, { account: 'user:1', ownerId: user.id }, await smallFile())
    await expect(withoutLeavingFiles(test.ctx, [picture], () => Promise.reject(error))).rejects.toBe(error)
    expect(await storedMedia(test)).toEqual({ rows: 0, files })
  })

  it('are reported by the first error where the storage fails, too', async () => {
    const { test, user } = await setUp()
    const error = new Error('no rows')
    const picture = await putPicture(test.ctx, { account: 'user:1', ownerId: user.id }, await smallFile())
    test.ctx.storage.remove = () => Promise.reject(new Error('503 Slow Down'))
    await expect(withoutLeavingFiles(test.ctx, [picture], () => Promise.reject(error))).rejects.toBe(error)
  })
})
