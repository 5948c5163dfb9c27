import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runInTrace, Trace } from '../trace.ts'
import { type S3Options, s3Storage } from './s3.ts'
import { putAll, type Storage, unlistedKey } from './storage.ts'

const TYPE = 'image/webp'
const options = (port: number): S3Options => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket: 'pictures',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  pathStyle: true,
  publicUrl: `http://127.0.0.1:${port}/pictures/`,
})

describe('a bucket', () => {
  let directory: string
  let server: S3rver
  let storage: Storage

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 's3-storage-'))
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'pictures' }],
    })
    const { port } = await server.run()
    storage = await s3Storage(options(port))
  })
  afterAll(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })

  it('stores bytes unchanged and serves them with a year of caching', async () => {
    const body = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256))
    await storage.put('ab/ab12-card.webp', body, TYPE)
    const answer = await fetch(storage.url('ab/ab12-card.webp'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(TYPE)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
  })

  it('reads files back, and lists a folder with what proves their content', async () => {
    await storage.put('ef/ef12-card.webp', Buffer.from('one'), TYPE)
    expect(String(await storage.get('ef/ef12-card.webp'))).toBe('one')
    expect(await storage.get('ef/ef34-card.webp')).toBeNull()
    const md5 = createHash('md5').update('one').digest('hex')
    expect(await storage.list('ef')).toEqual([
      { changedAt: expect.any(Number), key: 'ef/ef12-card.webp', size: 3, md5 },
    ])
    expect(await storage.list('00')).toEqual([])
  })

  it('tells of an unlisted file', async () => {
    const key = unlistedKey('a'.repeat(64), 1)
    expect(await storage.unlisted.has(key)).toBe(false)
    await storage.unlisted.put(key, Buffer.from('one'))
    expect(await storage.unlisted.has(key)).toBe(true)
    await storage.unlisted.remove([key])
    expect(await storage.unlisted.has(key)).toBe(false)
    await expect(storage.unlisted.has('exports/../secret')).rejects.toThrow('Not a key of an unlisted file')
  })

  it('removes many files at once, ignoring missing ones', async () => {
    const keys = Array.from({ length: 1100 }, (_, n) => `cd/cd${n}-card.webp`)
    const written = keys.filter((_, n) => n % 100 === 0)
    await putAll(
      storage,
      written.map((key) => ({ key, body: Buffer.from(key), contentType: TYPE })),
    )
    await storage.remove(keys)
    for (const key of written) expect((await fetch(storage.url(key))).status).toBe(404)
    await storage.remove([])
  })

  it('recognizes its own URLs and rejects invalid keys', async () => {
    expect(storage.owns(storage.url('ab/ab12-card.webp'))).toBe(true)
    expect(storage.owns('/uploads/ab/ab12-card.webp')).toBe(false)
    await expect(storage.put('../ab12.webp', Buffer.from('x'), TYPE)).rejects.toThrow('Not a storage key')
  })
})

it('lists a folder of several pages, and takes no part of an upload for an MD5', async () => {
  const page = (rest: string, key: string, etag: string) =>
    `<ListBucketResult>${rest}<Contents><Key>${key}</Key><Size>3</Size><ETag>${etag}</ETag></Contents></ListBucketResult>`
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x')
    expect([searchParams.get('prefix'), searchParams.get('list-type')]).toEqual(['ab/', '2'])
    const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>'
    response.setHeader('content-type', 'application/xml')
    const isSecond = searchParams.get('continuation-token') === 'more'
    response.end(
      isSecond ? page('', 'ab/ab2-card.webp', '"x-2"') : page(next, 'ab/ab1-card.webp', `"${'a'.repeat(32)}"`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const storage = await s3Storage(options((server.address() as AddressInfo).port))
  onTestFinished(() => storage.close())
  const [first, second] = await storage.list('ab')
  expect(first).toEqual({ changedAt: 0, key: 'ab/ab1-card.webp', size: 3, md5: 'a'.repeat(32) })
  expect(second).toEqual({ changedAt: 0, key: 'ab/ab2-card.webp', size: 3 })
})

it('asks for the head of an unlisted file, and takes no refusal for an answer', async () => {
  const seen: (string | undefined)[] = []
  let status = 200
  const server = createServer((request, response) => {
    seen.push(request.method)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const storage = await s3Storage(options((server.address() as AddressInfo).port))
  onTestFinished(() => storage.close())
  const key = unlistedKey('a'.repeat(64), 1)
  expect(await storage.unlisted.has(key)).toBe(true)
  status = 403
  await expect(storage.unlisted.has(key)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  status = 503
  await expect(storage.unlisted.has(key)).rejects.toMatchObject({ code: 'unavailable' })
  expect(new Set(seen)).toEqual(new Set(['HEAD']))
})

/** A raw server, to see the request headers and to return failures. */
describe('a batch of removals', () => {
  let server: Server
  let storage: Storage
  let seen: { headers: IncomingMessage['headers']; body: Buffer } | undefined
  let failure = ''

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      seen = { headers: request.headers, body: Buffer.concat(chunks) }
      response.setHeader('content-type', 'application/xml')
      response.end(`<?xml version="1.0"?><DeleteResult>${failure}</DeleteResult>`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    storage = await s3Storage(options((server.address() as AddressInfo).port))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('carries the Content-MD5 that many stores require', async () => {
    await storage.remove(['ab/ab12-card.webp'])
    const md5 = createHash('md5')
      .update(seen?.body ?? '')
      .digest('base64')
    expect(seen?.headers['content-md5']).toBe(md5)
    expect(seen?.headers.authorization).toContain('content-md5')
  })

  it('passes on the trace of the request that it is for, outside of the signature', async () => {
    const trace = new Trace(undefined)
    await runInTrace(trace, () => storage.remove(['ab/ab12-card.webp']))
    expect(seen?.headers.traceparent).toBe(`00-${trace.traceId}-${trace.spanId}-00`)
    expect(seen?.headers.authorization).not.toContain('traceparent')
    expect(trace.summary()).toMatchObject({ spent: { storage: expect.any(Number) } })
  })

  it('fails if a single key fails', async () => {
    failure = '<Error><Key>ab/ab12-card.webp</Key><Code>AccessDenied</Code><Message>no</Message></Error>'
    await expect(storage.remove(['ab/ab12-card.webp'])).rejects.toThrow('AccessDenied')
  })
})
