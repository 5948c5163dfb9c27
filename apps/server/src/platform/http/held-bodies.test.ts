/** Through real sockets: what a sender claims, sends slowly or never sends. */
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeUser } from '#test/factories.ts'
import { multipart, smallPicture } from '#test/pictures.ts'
import { storedMedia } from '#test/stored-media.ts'
import { createTestApp } from '#test/test-app.ts'
import type { HeldBodyLimits } from './held-bodies.ts'

const MB = 1024 * 1024

async function setUp(bodies: Partial<HeldBodyLimits> = {}) {
  const test = await createTestApp({}, { bodies })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const [ann, ben] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const picture = multipart([{ field: 'file', name: 'a.png', body: await smallPicture() }])
  const many = multipart([{ field: 'files', name: 'a.png', body: await smallPicture() }])

  /** Opens an upload and sends its head, and `body` as far as it is given. */
  function open(
    token: string,
    { path = 'single', length = picture.payload.length as number | null, body = '' as string | Buffer } = {},
  ) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const type = path === 'base64' ? 'application/json' : picture.headers['content-type']
    const size = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`
    socket.on('error', () => {})
    socket.write(
      `POST /api/upload/${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\n${size}\r\n\r\n`,
    )
    socket.write(body)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    return { socket, answer: answerOf(socket), closed }
  }
  const upload = (token: string) => open(token, { body: picture.payload }).answer
  return { test, ann, ben, picture, many, open, upload }
}

type Answer = { status: number; body: { error?: string; message: string } }

function answerOf(socket: Socket): Promise<Answer> {
  let text = ''
  return new Promise((resolve, reject) => {
    socket.on('data', (piece) => {
      text += piece
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      if (Buffer.byteLength(body) < length || Number.isNaN(length)) return
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    })
    socket.on('close', () => reject(new Error(`closed after: ${text}`)))
  })
}

it('counts what arrives: bodies that claim much and say nothing take nobody’s place but their own account’s', async () => {
  const { ann, ben, open, upload } = await setUp()
  const silent = Array.from({ length: 8 }, () => open(ann.token, { path: 'multiple', length: 60 * MB }))
  for (let i = 0; i < 5; i++) expect(await upload(ben.token)).toMatchObject({ status: 200 })
  // Two of them are read and six wait; their account may have two more.
  const waiting = [open(ann.token), open(ann.token)]
  for (const { answer } of [...silent, ...waiting]) answer.catch(() => {})
  expect(await upload(ann.token)).toMatchObject({ status: 429, body: { message: '操作太频繁，请 5 秒后再试' } })
  for (const { socket } of silent) socket.destroy()
  for (const { socket } of waiting) socket.destroy()
  await expect.poll(() => upload(ann.token)).toMatchObject({ status: 200 })
})

it.each([
  ['single', 37 * MB],
  ['multiple', 62 * MB],
  ['base64', 70 * MB],
])(
  'refuses a body for /%s that says it is too large before it is sent, and closes the connection',
  async (path, length) => {
    const { ann, open } = await setUp()
    const { answer, closed } = open(ann.token, { path, length })
    expect(await answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
    await closed
  },
)

it('refuses a body without a length once it is too large', async () => {
  const { ann, open, picture, test } = await setUp()
  const { socket, answer, closed } = open(ann.token, { length: null })
  const piece = Buffer.alloc(MB)
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  const head = picture.payload.subarray(0, 100)
  socket.write(Buffer.concat([Buffer.from(`${head.length.toString(16)}\r\n`), head, Buffer.from('\r\n')]))
  // For as long as it is taken.
  const send = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', send)
  send()
  expect(await answer).toMatchObject({ status: 413 })
  await closed
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
})

it.each([
  ['single', 'A'],
  ['single', ''],
  ['base64', 'A'],
  ['base64', ''],
])('ends a body for /%s that comes too slowly, as %j', async (path, drop) => {
  const { ann, open, upload } = await setUp({ windowMs: 300, bodiesPerAccount: 1 })
  const { socket, answer, closed } = open(ann.token, { path, length: 100_000, body: '{"images":["' })
  const dripping = setInterval(() => socket.write(drop), 20)
  onTestFinished(() => clearInterval(dripping))
  expect(await answer).toMatchObject({ status: 408, body: { error: 'body_slow' } })
  clearInterval(dripping)
  await closed
  expect(await upload(ann.token)).toMatchObject({ status: 200 })
})

it('takes a body of a slow phone', async () => {
  const { ann, open, picture } = await setUp({ windowMs: 300, minBytes: 50 })
  const { socket, answer } = open(ann.token)
  const pieces = Array.from({ length: 20 }, (_, i) => {
    const size = Math.ceil(picture.payload.length / 20)
    return picture.payload.subarray(i * size, (i + 1) * size)
  })
  const timer = setInterval(() => {
    const piece = pieces.shift()
    if (piece) socket.write(piece)
    else clearInterval(timer)
  }, 50)
  onTestFinished(() => clearInterval(timer))
  expect(await answer).toMatchObject({ status: 200 })
})

it('leaves the third body of an account unread until another is done, and does not count the wait as slowness', async () => {
  const { ann, open, picture } = await setUp({ windowMs: 300 })
  const first = open(ann.token)
  const second = open(ann.token)
  // More than the buffers between us take, so that it is sent only while it is read.
  const body = Buffer.concat([picture.payload, Buffer.alloc(15 * MB)])
  const third = open(ann.token, { length: body.length })
  let sent = false
  third.socket.write(body, () => {
    sent = true
  })
  const ended = await Promise.all([first.answer, second.answer].map((answer) => answer.catch(() => null)))
  expect(ended.map((answer) => answer?.status)).toEqual([408, 408])
  expect(await third.answer).toMatchObject({ status: 200 })
  expect(sent).toBe(true)
})

it('answers what is too large as JSON while more of it comes', async () => {
  const { ann, open } = await setUp()
  const { answer } = open(ann.token, { path: 'base64', length: 2 * MB, body: '[1,2,3,4,5,6,7,8,'.repeat(20_000) })
  expect(await answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
})

it('refuses what has waited long', async () => {
  const { ann, open, upload } = await setUp({ waitMs: 200, bodiesPerAccount: 1 })
  open(ann.token).answer.catch(() => {})
  expect(await upload(ann.token)).toMatchObject({ status: 429 })
})

it('takes large bodies one after the other while there is no room, past those that stop coming', async () => {
  const { ann, ben, test, open } = await setUp({ totalBytes: 2 * MB })
  const pictures = (count: number) =>
    multipart(
      Array.from({ length: count }, () => ({ field: 'files', name: 'a.png', body: Buffer.concat([png, filler]) })),
    ).payload
  const [png, filler] = [await smallPicture(), Buffer.alloc(4 * MB)]
  const large = pictures(3)
  const stopped = open(ann.token, { path: 'multiple', length: large.length, body: large.subarray(0, 9 * MB) })
  stopped.answer.catch(() => {})
  await expect.poll(() => stopped.socket.bytesWritten).toBeGreaterThan(3 * MB)
  const carl = await makeUser(test.ctx)
  const others = [ben, carl].map(({ token }) => open(token, { path: 'multiple', length: large.length, body: large }))
  const answers = await Promise.all(others.map(({ answer }) => answer))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

it('lets those who send little pass while others fill the memory', async () => {
  const { ann, ben, many, open, upload } = await setUp({ totalBytes: 2 * MB })
  const [first = ''] = String(many.payload.toString('latin1')).split('\r\n\r\n')
  const large = Buffer.concat([Buffer.from(`${first}\r\n\r\n`, 'latin1'), Buffer.alloc(4 * MB)])
  // Its end never comes.
  const { socket, answer } = open(ann.token, { path: 'multiple', length: 40 * MB, body: large })
  answer.catch(() => {})
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(3 * MB)
  for (let i = 0; i < 3; i++) expect(await upload(ben.token)).toMatchObject({ status: 200 })
})
