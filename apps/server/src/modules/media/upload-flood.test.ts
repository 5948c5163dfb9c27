/** One account sends what is dear to convert; others upload beside it, through real sockets. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { makeUser, type TestUser } from '#test/factories.ts'
import { multipart, smallPicture } from '#test/pictures.ts'
import { storedMedia } from '#test/stored-media.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const [ann, ben] = [await makeUser(test.ctx), await makeUser(test.ctx)]

  function send(user: TestUser, body: Buffer) {
    const { payload, headers } = multipart([{ field: 'file', name: 'a.webp', body }])
    const sent = request({
      port,
      method: 'POST',
      path: '/api/upload/single',
      headers: { ...headers, authorization: `Bearer ${user.token}`, 'content-length': payload.length },
    })
    const status = once(sent, 'response').then(([response]) => {
      response.resume()
      return response.statusCode as number
    })
    status.catch(() => {})
    sent.on('error', () => {})
    onTestFinished(() => void sent.destroy())
    sent.end(payload)
    return { sent, status }
  }
  return { test, ann, ben, send }
}

/** 20 kB that take as long as a photograph of 16 megapixels. */
const dear = () =>
  sharp({ create: { width: 3999, height: 3999, channels: 3, background: '#c84' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()

it('serves an account while another floods with forty dear pictures, and stops when the flood’s sender leaves', async () => {
  const { test, ann, ben, send } = await setUp()
  const body = await dear()
  const flood = Array.from({ length: 40 }, () => send(ann, body))
  // Ten have a place, the others are told to wait.
  const refused = flood.map(({ status }) => status.catch(() => 0))
  let done = 0
  for (const { status } of flood) status.then((code) => (done += code === 200 ? 1 : 0)).catch(() => {})
  await expect.poll(() => test.ctx.pictures.pids().length, { timeout: 10_000 }).toBeGreaterThan(0)
  const small = await smallPicture()
  for (let i = 0; i < 5; i++) expect(await send(ben, small).status).toBe(200)
  // Five in a row wait for no more than the few that the flood gets done beside them: one process is free of it.
  expect(done).toBeLessThan(10)
  const { rows } = await storedMedia(test)
  for (const { sent } of flood) sent.destroy()
  const answers = await Promise.all(refused)
  expect(answers.filter((code) => code === 429)).toHaveLength(30)
  // What ran may have been stored in the moment of leaving.
  expect(await send(ben, small).status).toBe(200)
  expect((await storedMedia(test)).rows).toBeLessThanOrEqual(rows + 2)
  expect(await send(ann, small).status).toBe(200)
}, 60_000)

it('stores nothing of an upload whose sender left while it was converted', async () => {
  const { test, ann, send } = await setUp()
  const { sent } = send(ann, await dear())
  await expect.poll(() => test.ctx.pictures.pids().length, { timeout: 10_000 }).toBeGreaterThan(0)
  sent.destroy()
  expect(await send(ann, await smallPicture()).status).toBe(200)
  expect(await storedMedia(test)).toEqual({ rows: 1, files: 2 })
}, 30_000)
