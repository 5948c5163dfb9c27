import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as auth from '@shiliu/contract/auth'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as dataExport from '@shiliu/contract/data-export'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as reports from '@shiliu/contract/reports'
import * as users from '@shiliu/contract/users'
import S3rver from 's3rver'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { keepAddress } from '#modules/addresses/addresses.service.ts'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { keyOfUrl } from '#platform/images/presets.ts'
import { openResources } from '#resources.ts'
import { emptyTrash, makePost, makeUser, storePicture, type TestUser } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { purgeDataExports } from './data-export.service.ts'
import { workOnDataExports } from './data-export-runner.service.ts'

const going = () => new AbortController().signal

async function unzip(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

/** A picture of noise, of which a few fill several parts. */
async function largePicture({ ctx }: TestApp, owner: TestUser, megabytes: number): Promise<string> {
  const { url } = await storePicture(ctx, owner.id, await smallFile(megabytes))
  const key = keyOfUrl(url) ?? ''
  const body = randomBytes(megabytes * 1024 * 1024)
  await ctx.storage.put(`${key}-detail.webp`, body, 'image/webp')
  return `pictures/${key.slice(3)}.webp`
}

const request = (test: TestApp, { token }: TestUser) => test.call(dataExport.request, { token })
const stateOf = async (test: TestApp, { token }: TestUser) => (await test.ok(dataExport.get, { token })).export?.state

async function fetchFile(test: TestApp, { token }: TestUser) {
  const { url } = await test.ok(dataExport.link, { token })
  return test.app.inject({ url })
}

/** All parts of exports that are stored in the folder. */
async function partsOnDisk({ ctx }: TestApp): Promise<string[]> {
  const names = await readdir(join(ctx.config.dataDir, 'exports')).catch(() => [])
  return names.filter((name) => !name.startsWith('.'))
}

async function stage(settings: Record<string, string> = {}) {
  const test = await createTestApp(settings)
  const ann = await makeUser(test.ctx, { nickname: '安安' })
  const bob = await makeUser(test.ctx, { nickname: '鲍勃' })
  return { test, ann, bob }
}

/** Ann does something of every kind. */
async function liveALittle({ test, ann, bob }: Awaited<ReturnType<typeof stage>>) {
  const { ctx, ok } = test
  const { token } = ann
  const picture = (await storePicture(ctx, ann.id, await smallFile(7))).url
  const note = await makePost(ctx, ann, { title: '安的笔记', tags: ['晚霞'], images: [picture] })
  await makePost(ctx, ann, { title: '安的草稿', is_draft: true })
  const thrown = await makePost(ctx, ann, { title: '扔掉的' })
  await ok(posts.remove, { params: { id: String(thrown.id) }, token })
  const bobs = await makePost(ctx, bob, { title: '鲍的笔记' })
  const secret = await makePost(ctx, bob, { title: '鲍的秘密' })
  await ok(comments.create, { body: { post_id: bobs.id, content: '安的评论' }, token })
  await ok(comments.create, { body: { post_id: note.id, content: '鲍的评论' }, token: bob.token })
  for (const { id } of [bobs, secret]) {
    await ok(likes.create, { body: { target_type: 1, target_id: id }, token })
    await ok(collections.create, { params: { id: String(id) }, token })
  }
  const taken = { title: '鲍的秘密', content: '', is_draft: true, category_id: null }
  await ok(posts.update, { params: { id: String(secret.id) }, body: taken, token: bob.token })
  await ok(follows.create, { params: { id: bob.user_id }, token })
  await ok(follows.create, { params: { id: ann.user_id }, token: bob.token })
  await ok(reports.create, { body: { target_type: 1, target_id: bobs.id, reason: 'spam', text: '安的举报' }, token })
  const { id } = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  const email = { email: 'ann@example.com', email_key: 'ann@example.com', verified_at: 1 }
  await ctx.db
    .insertInto('user_emails')
    .values({ user_id: ann.id, ...email })
    .execute()
  const from = { ip: '115.236.112.4', port: 4321, location: '浙江' }
  await keepAddress(ctx, { kind: 'session', id, account: `user:${ann.id}` }, from)
  return { note, bobs, picture: `pictures/${(keyOfUrl(picture) ?? '').slice(3)}.webp` }
}

describe('the export of one’s data', () => {
  it('holds everything of one’s own and nothing that others do not show', async () => {
    const all = await stage()
    const { test, ann, bob } = all
    const { note, bobs, picture } = await liveALittle(all)
    expect(await request(test, ann)).toMatchObject({ status: 200, data: { export: { state: 'waiting' } } })
    await workOnDataExports(test.ctx, going())
    const answer = await fetchFile(test, ann)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store, no-transform',
      'content-disposition': expect.stringMatching(/^attachment; filename="shiliu-data-2026-09-01\.zip"$/),
      'content-length': String(answer.rawPayload.length),
    })
    const files = await unzip(answer.rawPayload)
    const read = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null')
    expect(files.get('README.txt')?.toString()).toContain(ann.user_id)
    expect(read('profile')).toMatchObject({ user_id: ann.user_id, nickname: '安安', email: 'ann@example.com' })
    expect(read('notes')).toMatchObject([
      { id: note.id, title: '安的笔记', tags: ['晚霞'], pictures: [picture], is_draft: false, state: 'visible' },
      { title: '安的草稿', is_draft: true },
      { title: '扔掉的', state: 'deleted', deleted_at: expect.any(String), erased_at: expect.any(String) },
    ])
    expect(files.get(picture)?.subarray(8, 12).toString()).toBe('WEBP')
    expect(read('comments')).toMatchObject([{ post_id: bobs.id, content: '安的评论' }])
    expect(read('likes').map(({ title }: { title: string | null }) => title)).toEqual(['鲍的笔记', null])
    expect(read('collections').map(({ title }: { title: string | null }) => title)).toEqual(['鲍的笔记', null])
    expect(read('following')).toMatchObject([{ user_id: bob.user_id, nickname: '鲍勃' }])
    expect(read('followers')).toMatchObject([{ user_id: bob.user_id }])
    expect(
      read('notifications')
        .map(({ title }: { title: string }) => title)
        .toSorted(),
    ).toEqual(['关注了你', '评论了你的笔记'].toSorted())
    expect(read('reports')).toMatchObject([{ target_type: 1, target_id: bobs.id, text: '安的举报' }])
    expect(read('sessions')).toMatchObject([{ user_agent: 'test', location: '浙江', is_active: true }])
    expect(read('decisions')).toMatchObject([{ action: 'delete', by: '本人', to_state: 'deleted' }])
    expect([read('appeals'), read('sanctions')]).toEqual([[], []])
    const whole = [...files].filter(([name]) => !name.startsWith('pictures/')).join('\n')
    expect(whole).not.toMatch(/鲍的秘密|鲍的评论|115\.236|password|token_hash|argon/)
  })

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

  it('leaves out a picture that is not there, and says so', async () => {
    const { test, ann } = await stage()
    const lost = await largePicture(test, ann, 1)
    await rm(join(test.ctx.config.dataDir, 'uploads', lost.slice(9, 11)), { recursive: true })
    await request(test, ann)
    await workOnDataExports(test.ctx, going())
    const files = await unzip((await fetchFile(test, ann)).rawPayload)
    expect(JSON.parse(files.get('pictures-missing.json')?.toString() ?? '')).toEqual([lost])
    expect(files.has(lost)).toBe(false)
  })

  it('stops on a full disk with nothing left, in words, and may be asked for again', async () => {
    const { test, ann } = await stage()
    await largePicture(test, ann, 5)
    await largePicture(test, ann, 4)
    let looks = 0
    test.ctx.disks.freeShare = async () => (++looks > 1 ? 0.01 : 1)
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
