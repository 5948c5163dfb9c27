import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { openResources } from '#resources.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { multipart } from '#test/pictures.ts'
import { storedMedia } from '#test/stored-media.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { purgeUploadDays } from './upload-budget.service.ts'

const HOUR = 3600_000

/** A budget of two pictures of half a megapixel, in a time zone where the test's day began at noon. */
async function setUp(changes: { upload_megapixels_per_day?: number; upload_megabytes_per_day?: number } = {}) {
  const test = await createTestApp()
  test.ctx.config.limitFactor = 1
  test.ctx.config.timeZone = 'Asia/Shanghai'
  const { current } = test.ctx.settings
  Object.defineProperty(test.ctx.settings, 'current', {
    value: { ...current, upload_megapixels_per_day: 1, upload_megabytes_per_day: 1, ...changes },
  })
  const user = await makeUser(test.ctx)
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c84' } })
      .png()
      .toBuffer()
  return { test, user, half: await picture(1000, 500), picture }
}

async function upload(test: TestApp, token: string, ...bodies: Buffer[]) {
  const many = bodies.length > 1
  const { payload, headers } = multipart(
    bodies.map((body) => ({ field: many ? 'images' : 'file', name: 'a.png', body })),
  )
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/upload/${many ? 'images' : 'single'}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']), ...response.json() }
}

it('ends with the day’s megapixels, until the next day begins on the wall', async () => {
  const { test, user, half } = await setUp()
  for (let i = 0; i < 2; i++) expect(await upload(test, user.token, half)).toMatchObject({ status: 200 })
  const refused = await upload(test, user.token, half)
  expect(refused).toMatchObject({
    status: 429,
    error: 'upload_budget',
    message: '今天上传的图片已经很多了，请明天再传',
  })
  // It is noon there.
  expect(Math.abs(refused.retryAfter - 12 * 3600)).toBeLessThan(60)
  expect(await storedMedia(test)).toMatchObject({ rows: 2 })
  expect(await upload(test, (await makeUser(test.ctx)).token, half)).toMatchObject({ status: 200 })
  test.clock.advance(11 * HOUR)
  expect(await upload(test, user.token, half)).toMatchObject({ status: 429 })
  test.clock.advance(HOUR)
  expect(await upload(test, user.token, half)).toMatchObject({ status: 200 })
})

it('ends with the day’s megabytes, too, and holds for administrators', async () => {
  const { test, picture } = await setUp({ upload_megapixels_per_day: 1000 })
  const noise = await sharp({
    create: {
      width: 500,
      height: 500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  expect(noise.length).toBeGreaterThan(400_000)
  const admin = await makeAdmin(test.ctx)
  expect(await upload(test, admin.token, noise)).toMatchObject({ status: 200 })
  expect(await upload(test, admin.token, noise)).toMatchObject({ status: 429, error: 'upload_budget' })
  expect(await upload(test, admin.token, await picture(60, 80))).toMatchObject({ status: 200 })
})

it('is spent on damaged pictures, since they are decoded, and not on what is refused before', async () => {
  const { test, user, half } = await setUp()
  const damaged = half.subarray(0, half.length - 20)
  for (let i = 0; i < 5; i++) expect(await upload(test, user.token, Buffer.from('text'))).toMatchObject({ status: 400 })
  for (let i = 0; i < 2; i++) expect(await upload(test, user.token, damaged)).toMatchObject({ error: 'file_damaged' })
  expect(await upload(test, user.token, half)).toMatchObject({ error: 'upload_budget' })
})

it('is given back where we are at fault', async () => {
  const { test, user, half } = await setUp()
  const { put } = test.ctx.storage
  test.ctx.storage.put = () => Promise.reject(new Error('broken'))
  for (let i = 0; i < 4; i++) expect(await upload(test, user.token, half)).toMatchObject({ status: 500 })
  test.ctx.storage.put = put
  for (let i = 0; i < 2; i++) expect(await upload(test, user.token, half)).toMatchObject({ status: 200 })
  expect(await upload(test, user.token, half)).toMatchObject({ status: 429 })
})

it('holds for pictures sent at once, also in a batch that tells one by one', async () => {
  const { test, user, half } = await setUp()
  const { data } = await upload(test, user.token, half, half, half, half)
  expect(data).toMatchObject({ successCount: 2, errorCount: 2 })
  const other = await makeUser(test.ctx)
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(test, other.token, half)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
})

it('takes the first two of the day, sent at once', async () => {
  const { test, half } = await setUp()
  for (let i = 0; i < 8; i++) {
    const { token } = await makeUser(test.ctx)
    const answers = await Promise.all([upload(test, token, half), upload(test, token, half)])
    expect(answers.map(({ status, message }) => [status, message])).toEqual(Array(2).fill([200, '上传成功']))
  }
})

it('holds over a restart', async () => {
  const { test, user, half } = await setUp()
  for (let i = 0; i < 2; i++) await upload(test, user.token, half)
  const resources = await openResources(test.ctx.config, { log: test.ctx.log, clock: test.clock })
  onTestFinished(() => resources.close())
  const { settings, disks } = test.ctx
  const app = await buildApp({ ...resources.ctx, settings, disks })
  onTestFinished(() => app.close())
  expect(await upload({ ...test, app }, user.token, half)).toMatchObject({ status: 429, error: 'upload_budget' })
})

it('is forgotten once its day is over', async () => {
  const { test, user, half } = await setUp()
  await upload(test, user.token, half)
  const days = () => test.ctx.db.selectFrom('upload_days').select(['account', 'pixels']).execute()
  expect(await days()).toEqual([{ account: `user:${user.id}`, pixels: 500_000 }])
  await purgeUploadDays(test.ctx)
  expect(await days()).toHaveLength(1)
  test.clock.advance(48 * HOUR)
  await purgeUploadDays(test.ctx)
  expect(await days()).toEqual([])
})
