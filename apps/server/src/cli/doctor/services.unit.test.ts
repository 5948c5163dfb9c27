import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { checkMysql, checkOwnClock, checkRedis, checkS3, checkServer, clockFinding } from './services.checks.ts'

async function listen(server: ReturnType<typeof createServer> | ReturnType<typeof createHttpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Nothing listens there. */
async function closedPort(): Promise<number> {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  return port
}

/** Accepts, and says nothing. */
async function silent(): Promise<number> {
  const sockets = new Set<Socket>()
  const port = await listen(createServer((socket) => void sockets.add(socket.on('error', () => {}))))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return port
}

const bucket = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket: 'pictures',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  pathStyle: true,
  publicUrl: `http://127.0.0.1:${port}/pictures`,
})

const server = async (port: number) =>
  checkServer(loadConfig({ DATA_DIR: '/does/not/exist', PORT: String(port), HOST: '127.0.0.1' }, { readOnly: true }))

it('waits five seconds for what hangs, and says so', { timeout: 30_000 }, async () => {
  const port = await silent()
  const start = performance.now()
  const [mysql, redis, s3, site] = await Promise.all([
    checkMysql(`mysql://u:secret-word@127.0.0.1:${port}/x`),
    checkRedis(`redis://:secret-word@127.0.0.1:${port}`),
    checkS3(bucket(port)),
    server(port),
  ])
  expect(performance.now() - start).toBeLessThan(15_000)
  for (const findings of [mysql.findings, redis, s3.findings, site]) {
    expect(findings).toEqual([expect.objectContaining({ level: 'broken', text: expect.stringContaining('没有回答') })])
    expect(JSON.stringify(findings)).not.toContain('secret-word')
  }
  expect([mysql.reached, s3.canList]).toEqual([false, false])
})

it('says of what is refused that nothing listens there; a server need not run', async () => {
  const { findings } = await checkMysql('mysql://u:secret-word@127.0.0.1:1/x')
  const lines = [...findings, ...(await checkRedis('redis://127.0.0.1:1'))]
  for (const line of lines)
    expect(line).toMatchObject({ level: 'broken', text: expect.stringContaining('没有程序在听') })
  expect(lines).toHaveLength(2)
  expect(await server(await closedPort())).toEqual([
    expect.objectContaining({ level: 'ok', text: expect.stringContaining('没有在运行') }),
  ])
})

it('tells a bucket that answers from one that is missing or refuses the key', async () => {
  const directory = await mkdtemp(join(tmpdir(), 's3-doctor-'))
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures' }],
  })
  const { port } = await s3.run()
  onTestFinished(async () => {
    await s3.close()
    await rm(directory, { recursive: true, force: true })
  })
  const well = await checkS3(bucket(port))
  expect(well.canList).toBe(true)
  expect(well.findings.map(({ level }) => level)).toEqual(['ok', 'ok'])
  const missing = await checkS3({ ...bucket(port), bucket: 'nothing' })
  expect(missing.findings).toEqual([
    expect.objectContaining({ level: 'broken', text: expect.stringContaining('没有这个存储桶') }),
  ])
  const forbids = (code: string) =>
    listen(
      createHttpServer((_, response) => {
        response.writeHead(403, { 'content-type': 'application/xml' })
        response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`)
      }),
    )
  const wrong = await checkS3(bucket(await forbids('InvalidAccessKeyId')))
  expect([wrong.canList, wrong.findings[0]]).toMatchObject([false, { level: 'broken' }])
  expect(wrong.findings[0]?.text).toContain('访问密钥不对')
  const writeOnly = await checkS3(bucket(await forbids('AccessDenied')))
  expect([writeOnly.canList, writeOnly.findings[0]]).toMatchObject([false, { level: 'remark' }])
})

it('compares clocks, and knows what a storage refuses', async () => {
  const now = 1_700_000_000_000
  const span = { before: now, after: now + 100 }
  expect(clockFinding('Redis', now + 50, span)).toMatchObject({ level: 'ok' })
  expect(clockFinding('Redis', now - 999, { ...span, precisionMs: 1000 })).toMatchObject({ level: 'ok' })
  expect(clockFinding('Redis', now + 60_100, span)).toMatchObject({
    level: 'remark',
    text: 'Redis的时钟比这台机器快 60 秒',
  })
  const late = clockFinding('对象存储', now - 20 * 60_000, { ...span, refuses: true })
  expect(late).toMatchObject({ level: 'broken', text: expect.stringContaining('慢 1200 秒') })
  expect(late.advice).toContain('timedatectl')
})

it('asks whether a time server keeps the clock, where systemd can tell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-clock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PATH', folder)
  const says = async (script: string) => {
    await writeFile(join(folder, 'timedatectl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return (await checkOwnClock()).map(({ level, about }) => [level, about])
  }
  expect(await checkOwnClock()).toEqual([])
  expect(await says('echo yes')).toEqual([['ok', '时钟']])
  expect(await says('echo no')).toEqual([['remark', '时钟']])
  expect(await says('echo "Failed to connect to bus" >&2; exit 1')).toEqual([])
})

it('reads the clock of a storage from any of its answers', async () => {
  const port = await listen(
    createHttpServer((_, response) => {
      response.setHeader('date', new Date(Date.now() - 30 * 60_000).toUTCString())
      response.setHeader('content-type', 'application/xml')
      response.end('<ListBucketResult></ListBucketResult>')
    }),
  )
  const { findings } = await checkS3(bucket(port))
  expect(findings).toContainEqual(expect.objectContaining({ about: '时钟', level: 'broken' }))
})

it('asks a running server how it is', async () => {
  const answers = [
    { status: 200, body: '{"message":"","data":{"ok":true,"parts":[]}}' },
    { status: 200, body: '{"message":"","data":{"ok":false,"parts":[{"problem":"磁盘快满了"}]}}' },
    { status: 503, body: '{"message":"数据库没有回答","data":null}' },
    { status: 200, body: '<html>' },
  ]
  const port = await listen(
    createHttpServer((_, response) => {
      const { status = 500, body = '' } = answers.shift() ?? {}
      response.writeHead(status, { connection: 'close' }).end(body)
    }),
  )
  const said = []
  for (const _ of [...answers]) said.push(...(await server(port)))
  expect(said.map(({ level, text }) => `${level} ${text}`)).toEqual([
    expect.stringMatching(/^ok .*一切就绪/),
    expect.stringMatching(/^remark .*磁盘快满了/),
    expect.stringMatching(/^broken .*数据库没有回答/),
    expect.stringMatching(/^remark .*不像小石榴/),
  ])
})

it('reads version and clock of Redis', async () => {
  const url = inject('redisUrl')
  // Where there is none, the refusal above is what can be seen.
  if (!url) return
  const findings = await checkRedis(url)
  expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok'])
  expect(findings[0]?.text).toMatch(/有回答，\d+\.\d+/)
})
