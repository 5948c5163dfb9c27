import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as auth from '@shiliu/contract/auth'
import * as dataExport from '@shiliu/contract/data-export'
import * as notifications from '@shiliu/contract/notifications'
import * as users from '@shiliu/contract/users'
import S3rver from 's3rver'
import { describe, expect, it, onTestFinished } from 'vitest'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { storageUnavailable } from '#platform/errors.ts'
import { openResources } from '#resources.ts'
import { fetchFile, going, largePicture, partsOnDisk, request, stage, stateOf, unzip } from '#test/data-exports.ts'
import { emptyTrash, type TestUser } from '#test/factories.ts'
import { purgeDataExports } from './data-export.service.ts'
import { workOnDataExports } from './data-export-runner.service.ts'

describe('the export of one’s data', () => {
  it('is told of when it is ready, made once a day, and removed after seven days', async () => {
    const { test, ann } = await stage()
    await request(test, ann)
    expect(await request(test, ann)).toMatchObject({ status: 200, data: { export: { state: 'waiting' } } })
    await workOnDataExports(test.ctx, going())
    const { notifications: told } = await test.ok(notifications.list, { token: ann.token })
    expect(told).toMatchObject([{ title: expect.stringContaining('你的数据打包好了') }])
    const { export: made, next_at } = await test.ok(dataExport.get, { token: ann.token })
    expect(made).toMatchObject({ state: 'ready', problem: null })
    expect(Date.parse(made?.expires_at ?? '')).toBe(Date.parse(made?.ready_at ?? '') + 7 * DAY_MS)
    expect(Date.parse(next_at ?? '')).toBe(Date.parse(made?.created_at ?? '') + DAY_MS)
    expect(await request(test, ann)).toMatchObject({
      status: 429,
      error: 'data_export_again',
      message: '每天只能打包一次，请 24 小时后再试',
    })
    test.clock.advance(DAY_MS)
    const [old] = await partsOnDisk(test)
    expect(await request(test, ann)).toMatchObject({ status: 200 })
    await workOnDataExports(test.ctx, going())
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toHaveLength(1)
    expect(await partsOnDisk(test)).not.toContain(old)
    test.clock.advance(7 * DAY_MS)
    // Those who sign in again find nothing, also before the timer has come.
    const again = await test.ctx.db
      .updateTable('sessions')
      .set({ expires_at: test.clock.now() + DAY_MS })
      .execute()
    expect(again).toBeDefined()
    expect(await test.call(dataExport.link, { token: ann.token })).toMatchObject({
      status: 404,
      error: 'data_export_gone',
    })
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toEqual([])
    expect(await test.ok(dataExport.get, { token: ann.token })).toEqual({ export: null, next_at: null })
  })

  it('is fetched by its owner alone, for ten minutes and while the session lasts', async () => {
    const { test, ann, bob } = await stage()
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    const { url } = await test.ok(dataExport.link, { token: ann.token })
    const get = async (address: string) => {
      const answer = await test.app.inject({ url: address })
      return [answer.statusCode, answer.statusCode === 200 ? null : answer.json().error]
    }
    expect(await get(url)).toEqual([200, null])
    const [path = '', ticket = ''] = url.split('?ticket=')
    const [, ...others] = ticket.split('.')
    expect(await get(`${path}?ticket=${[bob.id, ...others].join('.')}`)).toEqual([403, 'data_link_invalid'])
    expect(await get(`${path}?ticket=${ticket.slice(0, -1)}`)).toEqual([403, 'data_link_invalid'])
    expect(await get(`${path}?ticket=x`)).toEqual([403, 'data_link_invalid'])
    expect(await test.call(dataExport.link, { token: bob.token })).toMatchObject({ status: 404 })
    test.clock.advance(10 * MINUTE_MS)
    expect(await get(url)).toEqual([403, 'data_link_invalid'])
    const { url: next } = await test.ok(dataExport.link, { token: ann.token })
    await test.ok(auth.logout, { token: ann.token })
    expect(await get(next)).toEqual([403, 'data_link_invalid'])
    expect(await test.app.inject({ url: '/uploads/../exports/', method: 'GET' })).toMatchObject({ statusCode: 404 })
  })

  it('goes with its account', async () => {
    const { test, ann } = await stage()
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    await test.ok(users.remove, { params: { id: ann.user_id }, token: ann.token })
    expect(await partsOnDisk(test)).toHaveLength(1)
    await emptyTrash(test)
    await purgeTrash(test.ctx)
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toEqual([])
    expect(await test.ctx.db.selectFrom('data_exports').selectAll().execute()).toEqual([])
  })

  it('stops on a full disk with nothing left, in words, and may be asked for again', async () => {
    const { test, ann } = await stage()
    await largePicture(test, ann, 5)
    await largePicture(test, ann, 4)
    let looks = 0
    test.ctx.disks.freeShare = async () => (++looks > 1 ? 0.09 : 1)
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    expect(await test.ok(dataExport.get, { token: ann.token })).toMatchObject({
      export: { state: 'failed', problem: '服务器的磁盘快满了' },
      next_at: null,
    })
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toEqual([])
    test.ctx.disks.freeShare = async () => 1
    expect(await request(test, ann)).toMatchObject({ status: 200 })
    await workOnDataExports(test.ctx, going())
    expect(await stateOf(test, ann)).toBe('ready')
  })

  it('fails in words where a write is refused in its midst', async () => {
    const { test, ann } = await stage()
    await largePicture(test, ann, 5)
    const { put } = test.ctx.storage.unlisted
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    test.ctx.storage.unlisted.put = (key, body) => (key.endsWith('2') ? Promise.reject(full) : put(key, body))
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    expect(await test.ok(dataExport.get, { token: ann.token })).toMatchObject({ export: { state: 'failed' } })
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toEqual([])
  })
})

it('is fetched twice at once by one person, no more, until one of them has left', async () => {
  const { test, ann, bob } = await stage()
  for (const person of [ann, bob]) await request(test, person)
  for (const megabytes of [5, 5, 5]) await largePicture(test, ann, megabytes)
  await workOnDataExports(test.ctx, going())
  const linkOf = async ({ token }: TestUser) => (await test.ok(dataExport.link, { token })).url
  const url = await linkOf(ann)
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  /** Nobody reads it. */
  const open = async () => {
    const sent = get(origin + url, { agent: false })
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    onTestFinished(() => void sent.destroy())
    return { answer, leave: () => sent.destroy() }
  }
  const first = await open()
  expect(first.answer.headers['x-accel-buffering']).toBe('no')
  await open()
  const third = await test.app.inject({ url })
  expect([third.statusCode, third.headers['retry-after'], third.json().message]).toEqual([
    429,
    '60',
    '已经有两个下载正在进行，请等其中一个结束再试',
  ])
  expect(await test.app.inject({ url: await linkOf(bob) })).toMatchObject({ statusCode: 200 })
  first.leave()
  await expect.poll(async () => (await test.app.inject({ url })).statusCode, { timeout: 10_000 }).toBe(200)
  test.ctx.storage.unlisted.get = async () => null
  for (let i = 0; i < 3; i++) expect(await test.app.inject({ url })).toMatchObject({ statusCode: 404 })
})

it('is not read for a link or for the head of its file; a missing part is named in the log', async () => {
  const { test, ann } = await stage()
  for (const megabytes of [5, 4]) await largePicture(test, ann, megabytes)
  await request(test, ann)
  await workOnDataExports(test.ctx, going())
  const { get: read, remove } = test.ctx.storage.unlisted
  const warnings: unknown[] = []
  test.ctx.log.warn = (...words: unknown[]) => void warnings.push(words)
  test.ctx.storage.unlisted.get = () => Promise.reject(new Error('read'))
  const { url } = await test.ok(dataExport.link, { token: ann.token })
  const head = () => test.app.inject({ method: 'HEAD', url })
  const { statusCode, body, headers } = await head()
  expect([statusCode, body, Number(headers['content-length']) > 9_000_000]).toEqual([200, '', true])
  test.ctx.storage.unlisted.get = read
  const missing = (part: number) => [
    { export: expect.any(Number), part, parts: 3 },
    'a part of a data export is missing',
  ]
  const names = (await partsOnDisk(test)).toSorted().map((name) => `exports/${name}`)
  await remove(names.slice(1, 2))
  await expect(test.app.inject({ url })).rejects.toThrow()
  expect(warnings).toEqual([missing(2)])
  await remove(names)
  expect([(await head()).statusCode, (await test.app.inject({ url })).statusCode]).toEqual([404, 404])
  expect(await test.call(dataExport.link, { token: ann.token })).toMatchObject({ error: 'data_export_gone' })
  expect(warnings).toEqual([2, 1, 1, 1].map(missing))
})

describe('an export that meets a storage without answer', () => {
  const away = () => Promise.reject(storageUnavailable(new Error('no answer')))

  it('is tried again after longer and longer, five times in all, then told of', async () => {
    const { test, ann } = await stage()
    const { put } = test.ctx.storage.unlisted
    let tries = 0
    test.ctx.storage.unlisted.put = () => {
      tries += 1
      return away()
    }
    await request(test, ann)
    const waits: number[] = []
    for (;;) {
      await workOnDataExports(test.ctx, going())
      const { export: made } = await test.ok(dataExport.get, { token: ann.token })
      if (made?.state !== 'waiting') break
      expect(made.problem).toBe('图片存储没有回应')
      waits.push(Math.round((Date.parse(made.retry_at ?? '') - test.clock.now()) / MINUTE_MS))
      test.clock.advance(Date.parse(made.retry_at ?? '') - test.clock.now() - 1)
      await workOnDataExports(test.ctx, going())
      test.clock.advance(1)
    }
    expect([tries, waits]).toEqual([5, [1, 5, 20, 60]])
    expect(await test.ok(dataExport.get, { token: ann.token })).toMatchObject({
      export: { state: 'failed', problem: '图片存储没有回应', retry_at: null },
      next_at: null,
    })
    const { notifications: told } = await test.ok(notifications.list, { token: ann.token })
    expect(told.map(({ title }) => title)).toEqual(['你的数据没有打包成功：图片存储没有回应，可以过些时候再试'])
    test.ctx.storage.unlisted.put = put
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    expect(await stateOf(test, ann)).toBe('ready')
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toHaveLength(1)
  })

  it('keeps nobody else waiting, and succeeds later', async () => {
    const { test, ann, bob } = await stage()
    const { put } = test.ctx.storage.unlisted
    test.ctx.storage.unlisted.put = away
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    test.ctx.storage.unlisted.put = put
    await request(test, bob)
    await workOnDataExports(test.ctx, going())
    expect([await stateOf(test, ann), await stateOf(test, bob)]).toEqual(['waiting', 'ready'])
    test.clock.advance(MINUTE_MS)
    await workOnDataExports(test.ctx, going())
    expect(await stateOf(test, ann)).toBe('ready')
  })

  it('is not fetched, which the link says before the browser goes', async () => {
    const { test, ann } = await stage()
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    test.ctx.storage.unlisted.has = away
    expect(await test.call(dataExport.link, { token: ann.token })).toMatchObject({
      status: 503,
      message: '存储没有回应，暂时不能下载，请过一会儿再试',
    })
    test.ctx.storage.unlisted.has = async () => false
    expect(await test.call(dataExport.link, { token: ann.token })).toMatchObject({ error: 'data_export_gone' })
  })
})

it('is given up where its process dies each time', async () => {
  const { test, ann } = await stage()
  await request(test, ann)
  const dead = { state: 'running', node: 'another', lease_until: test.clock.now() - 1, attempts: 5 } as const
  await test.ctx.db.updateTable('data_exports').set(dead).execute()
  await workOnDataExports(test.ctx, going())
  expect(await test.ok(dataExport.get, { token: ann.token })).toMatchObject({
    export: { state: 'failed', problem: '打包时出了问题' },
    next_at: null,
  })
})

describe('an export that is interrupted', () => {
  it('is begun anew after a stop, and what was written of it is removed', async () => {
    const { test, ann } = await stage()
    const pictures = [await largePicture(test, ann, 5), await largePicture(test, ann, 4)]
    const stopping = new AbortController()
    const { put } = test.ctx.storage.unlisted
    test.ctx.storage.unlisted.put = async (key, body) => {
      await put(key, body)
      stopping.abort()
    }
    await request(test, ann)
    await workOnDataExports(test.ctx, stopping.signal)
    expect(await stateOf(test, ann)).toBe('waiting')
    // An orderly stop is no failed attempt.
    expect(await test.ctx.db.selectFrom('data_exports').select('attempts').execute()).toEqual([{ attempts: 0 }])
    const [first] = await partsOnDisk(test)
    test.ctx.storage.unlisted.put = put
    await workOnDataExports(test.ctx, going())
    const files = await unzip((await fetchFile(test, ann)).rawPayload)
    for (const name of pictures) expect(files.get(name)?.length).toBeGreaterThan(4_000_000)
    expect(await partsOnDisk(test)).toContain(first)
    test.clock.advance(HOUR_MS)
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).not.toContain(first)
    expect((await fetchFile(test, ann)).statusCode).toBe(200)
  })

  it('is taken up by another node once its lease is over, from whose node the first then learns', async () => {
    const { test, ann } = await stage()
    await largePicture(test, ann, 5)
    const other = await openResources(test.ctx.config, { log: test.ctx.log, clock: test.clock })
    onTestFinished(() => other.close())
    const { put } = test.ctx.storage.unlisted
    const hanging = new EventEmitter()
    const released = once(hanging, 'go on')
    const reached = once(hanging, 'reached')
    test.ctx.storage.unlisted.put = async (key, body) => {
      hanging.emit('reached')
      await released
      await put(key, body)
    }
    await request(test, ann)
    const first = workOnDataExports(test.ctx, going())
    await reached
    await workOnDataExports(other.ctx, going())
    expect(await stateOf(test, ann)).toBe('running')
    test.clock.advance(3 * MINUTE_MS)
    await workOnDataExports(other.ctx, going())
    expect(await stateOf(test, ann)).toBe('ready')
    hanging.emit('go on')
    await first
    expect(await stateOf(test, ann)).toBe('ready')
    test.ctx.storage.unlisted.put = put
    expect((await unzip((await fetchFile(test, ann)).rawPayload)).has('notes.json')).toBe(true)
    test.clock.advance(5 * MINUTE_MS)
    await purgeDataExports(test.ctx)
    const { parts } = await test.ctx.db.selectFrom('data_exports').select('parts').executeTakeFirstOrThrow()
    expect(await partsOnDisk(test)).toHaveLength(parts)
  })

  it('ends with the account in its midst', async () => {
    const { test, ann } = await stage()
    await largePicture(test, ann, 5)
    const { put } = test.ctx.storage.unlisted
    test.ctx.storage.unlisted.put = async (key, body) => {
      await put(key, body)
      await test.call(users.remove, { params: { id: ann.user_id }, token: ann.token })
      await emptyTrash(test)
    }
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    test.clock.advance(HOUR_MS)
    await purgeDataExports(test.ctx)
    expect(await partsOnDisk(test)).toEqual([])
    expect(await test.ctx.db.selectFrom('data_exports').selectAll().execute()).toEqual([])
  })
})

it('is kept in the bucket where the site has one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 's3-exports-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'b' }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const { test, ann } = await stage({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_FORCE_PATH_STYLE: '1',
  })
  const picture = await largePicture(test, ann, 5)
  await request(test, ann)
  await workOnDataExports(test.ctx, going())
  expect(await partsOnDisk(test)).toEqual([])
  const files = await unzip((await fetchFile(test, ann)).rawPayload)
  expect(files.get(picture)?.length).toBe(5 * 1024 * 1024)
  const kept = async () =>
    (await readdir(directory, { recursive: true })).filter((name) => /exports.*-\d{5}(\._S3rver_object)?$/.test(name))
  expect((await kept()).length).toBe(2)
  test.clock.advance(7 * DAY_MS)
  await purgeDataExports(test.ctx)
  expect(await kept()).toEqual([])
})
