/** Pictures from the disk into a bucket and back: nothing is lost, whatever happens, and old addresses lead to them. */
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { undoChange } from '@shiliu/contract/admin/audits'
import { comments as adminComments } from '@shiliu/contract/admin/comments'
import { posts as adminPosts } from '@shiliu/contract/admin/posts'
import * as adminSettings from '@shiliu/contract/admin/settings'
import { users as adminUsers } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { runCli } from '#cli/program.ts'
import type { Ctx } from '#deps.ts'
import { deleteMedia } from '#modules/media/media.deletion.service.ts'
import { CopyDiffersError, copyMedia, removeDeletedCopies } from '#modules/media/move-media.service.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { readSettings } from '#platform/db/settings.ts'
import { fileKeyOf, keyOfUrl } from '#platform/images/presets.ts'
import { uploadsDir } from '#platform/storage/disk.ts'
import { type S3Options, s3Storage } from '#platform/storage/s3.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { bucketSettings, startBucket } from '#test/buckets.ts'
import { makeAdmin, makePost, makeUser, storePicture, type TestUser } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { startCommand, startServerProcess } from '#test/server-process.ts'
import { columnsWith } from '#test/site-rows.ts'
import { startProxy } from '#test/stallable-proxy.ts'
import { openSite, testConfig } from '#test/test-app.ts'

/** Processes take a while to start on a busy machine. */
const timeout = 120_000

async function modeOf(config: Config) {
  const { db, close } = openDatabase(config.database)
  return (await readSettings(db).finally(close)).site_mode
}

/** A site whose server starts again with other settings. */
async function setUp() {
  const { config: onDisk, remove } = await testConfig()
  onTestFinished(remove)
  const bucket = await startBucket()
  const withBucket = (address = bucket.address): Config => ({
    ...onDisk,
    s3: loadConfig({ DATA_DIR: onDisk.dataDir, ...bucketSettings(address) }).s3,
  })
  const run = async (config: Config, ...argv: string[]) => {
    let [out, err] = ['', '']
    const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text), isTTY: false }
    const code = await runCli(['move-media', ...argv], () => config, terminal)
    return { code, out, err }
  }
  return { onDisk, withBucket, bucket, run }
}

const urlOf = async (ctx: Ctx, user: TestUser, seed: number) =>
  (await storePicture(ctx, user.id, await smallFile(seed))).url

/** Everything that shows a picture of ours. */
async function fill({ ctx, ok }: Awaited<ReturnType<typeof openSite>>) {
  const [ann, boss] = [await makeUser(ctx), await makeAdmin(ctx)]
  const note = await makePost(ctx, ann, { pictures: 3 })
  const [avatar, logo, said] = [await urlOf(ctx, ann, 11), await urlOf(ctx, ann, 12), await urlOf(ctx, ann, 13)]
  await ok(users.update, {
    params: { id: ann.user_id },
    body: { nickname: ann.nickname, avatar },
    token: ann.token,
  })
  await ok(comments.create, { body: { post_id: note.id, content: `看<img src="${said}">` }, token: ann.token })
  await ok(adminSettings.update, { body: { site_logo: logo }, token: boss.token })
  return { ann, boss, note }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** All addresses of ours that the API answers. */
async function addressesOf({ ok }: Awaited<ReturnType<typeof openSite>>, { ann, boss, note }: Filled) {
  const post = await ok(posts.get, { params: { id: String(note.id) } })
  const { comments: said } = await ok(comments.listOfPost, { params: { id: String(note.id) } })
  const profile = await ok(users.get, { params: { id: ann.user_id } })
  const me = await ok(auth.me, { token: ann.token })
  const { settings } = await ok(adminSettings.get, { token: boss.token })
  const inText = /src="([^"]+)"/.exec(said[0]?.content ?? '')?.[1] ?? ''
  return [
    ...post.images,
    ...post.pictures.flatMap(({ url, card, full }) => [url, card, full]),
    post.user_avatar,
    inText,
    said[0]?.user_avatar ?? '',
    profile.avatar,
    me.avatar,
    settings.site_logo,
  ]
}

const filesOf = async (config: Config) => {
  const entries = await readdir(uploadsDir(config), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

it('moves all pictures into a bucket and back, and every address leads to them', { timeout }, async () => {
  const { onDisk, withBucket, bucket, run } = await setUp()
  const before = await openSite(onDisk)
  const filled = await fill(before)
  const onDiskAddresses = await addressesOf(before, filled)
  expect(onDiskAddresses.every((address) => address.startsWith('/uploads/'))).toBe(true)
  await before.close()

  const moved = await run(withBucket(), '--to', 's3')
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toContain('6 张图片都核对过大小和校验和：这次复制了 12 个文件')
  expect(moved.out).toContain('现在可以启动服务器了')

  const base = `${bucket.address}/pictures`
  const away = await openSite(withBucket())
  const inBucket = await addressesOf(away, filled)
  expect(inBucket).toEqual(onDiskAddresses.map((address) => address.replace('/uploads', base)))
  for (const file of await filesOf(onDisk)) {
    const key = file.slice(uploadsDir(onDisk).length + 1)
    const answer = await fetch(`${base}/${key}`)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(file))).toBe(true)
    const old = await away.app.inject({ url: `/uploads/${key}` })
    expect([old.statusCode, old.headers.location]).toEqual([302, `${base}/${key}`])
  }
  // What was written before the move names the old addresses.
  const picture = await urlOf(away.ctx, filled.ann, 20)
  const { ann, note } = filled
  const old = picture.replace(base, '/uploads')
  for (const content of [`<img src="${picture}">`, `<img src="${old}">`]) {
    await away.ok(comments.create, { body: { post_id: note.id, content }, token: ann.token })
  }
  await away.ok(users.update, { params: { id: ann.user_id }, body: { nickname: '安', avatar: old }, token: ann.token })
  expect((await away.ok(auth.me, { token: ann.token })).avatar).toBe(picture)
  expect(await columnsWith(away.ctx, bucket.address)).toEqual([])
  await away.close()

  await rm(uploadsDir(onDisk), { recursive: true })
  const back = await run(withBucket(), '--to', 'disk')
  expect(back).toMatchObject({ code: 0, err: '' })
  expect(back.out).toContain('7 张图片都核对过大小和校验和：这次复制了 14 个文件')
  const home = await openSite(onDisk)
  expect((await addressesOf(home, filled)).every((address) => address.startsWith('/uploads/'))).toBe(true)
  expect((await filesOf(onDisk)).length).toBe(14)
  const key = fileKeyOf(picture)
  // The bucket's name may lead here now.
  const led = await home.app.inject({ url: `/pictures/${key}`, headers: { host: 'pictures.example.org' } })
  expect([led.statusCode, led.headers.location]).toEqual([302, `/uploads/${key}`])
  await home.ok(comments.create, { body: { post_id: note.id, content: `<img src="${picture}">` }, token: ann.token })
  const foreign = picture.replace(base, 'https://elsewhere.example.org/uploads')
  const refused = home.ok(comments.create, {
    body: { post_id: note.id, content: `<img src="${foreign}">` },
    token: ann.token,
  })
  await expect(refused).rejects.toThrow('图片不是本站上传的')
  for (const path of [`/uploads/${key?.replace('/', '/f')}`, `/uploads/ab/${'ab'.repeat(16)}-card.webp`]) {
    expect((await home.app.inject({ url: path })).statusCode).toBe(404)
  }
})

it('takes back after the move what was edited before', { timeout }, async () => {
  const { onDisk, withBucket, run } = await setUp()
  const away = await openSite(withBucket())
  const filled = await fill(away)
  const { ann, boss, note } = filled
  const { token } = boss
  const before = await addressesOf(away, filled)
  const images = before.slice(0, 3)
  const [said] = (await away.ok(comments.listOfPost, { params: { id: String(note.id) } })).comments
  const editing = { params: { id: String(note.id) }, body: { images: images.toReversed() }, token }
  await away.ok(adminPosts.update, editing)
  const avatar = await urlOf(away.ctx, ann, 30)
  await away.ok(adminUsers.update, { params: { id: String(ann.id) }, body: { avatar }, token })
  const content = `再${said?.content}`
  await away.ok(adminComments.update, { params: { id: String(said?.id) }, body: { content }, token })
  await away.close()
  expect(await run(withBucket(), '--to', 'disk')).toMatchObject({ code: 0 })
  const home = await openSite(onDisk)
  const lines = await home.ctx.db.selectFrom('audits').select('id').where('resource', '!=', 'settings').execute()
  expect(lines).toHaveLength(3)
  for (const { id } of lines) await home.ok(undoChange, { body: { audit_id: id }, token })
  const base = away.ctx.storage.base
  expect(await addressesOf(home, filled)).toEqual(before.map((address) => address.replace(base, '/uploads')))
})

it('takes addresses of an older name of the site for its own', { timeout }, async () => {
  const { onDisk } = await setUp()
  const before = await openSite({ ...onDisk, publicUrl: 'https://old.example.org' })
  const { ann, note } = await fill(before)
  const { avatar } = await before.ok(auth.me, { token: ann.token })
  await before.close()
  const { ok, ctx } = await openSite({ ...onDisk, publicUrl: 'https://new.example.org' })
  const say = (host: string) =>
    ok(comments.create, {
      body: { post_id: note.id, content: `<img src="https://${host}${avatar}">` },
      token: ann.token,
    })
  for (const host of ['old.example.org', 'new.example.org']) expect((await say(host)).content).toContain(`"${avatar}"`)
  await expect(say('other.example.org')).rejects.toThrow('图片不是本站上传的')
  expect(await columnsWith(ctx, 'example.org')).toEqual([])
})

it('goes on where it was interrupted, and mends what differs', { timeout }, async () => {
  const { onDisk, withBucket, bucket, run } = await setUp()
  const { ctx } = await openSite(onDisk)
  const ann = await makeUser(ctx)
  for (let seed = 0; seed < 8; seed++) await urlOf(ctx, ann, seed)
  const proxy = await startProxy(bucket.address)
  expect((await run(withBucket(), '--to', 's3', '--copy-only')).out).toContain('复制了 16 个文件')
  const [first = '', second = '', third = ''] = await filesOf(onDisk)
  const bytes = await readFile(first)
  const keyOf = (file: string) => file.slice(uploadsDir(onDisk).length + 1)
  const at = (file: string) => `${bucket.address}/pictures/${keyOf(file)}`
  const storage = await s3Storage(withBucket().s3 as S3Options)
  onTestFinished(() => storage.close())
  const put = (file: string, body: Buffer) => storage.put(keyOf(file), body, 'image/webp')
  // Cut short, and other bytes of the same length.
  await put(first, bytes.subarray(1))
  await put(second, Buffer.alloc((await readFile(second)).length))
  proxy.stall()
  const hanging = await run(withBucket(`http://127.0.0.1:${proxy.port}`), '--to', 's3')
  expect(hanging).toMatchObject({ code: 1, out: '', err: expect.stringContaining('对象存储（S3_ENDPOINT）没有回答') })
  proxy.resume()
  const again = await run(withBucket(`http://127.0.0.1:${proxy.port}`), '--to', 's3', '--copy-only')
  expect(again.out).toContain('8 张图片都核对过大小和校验和：这次复制了 2 个文件')
  for (const file of [first, second, third]) {
    const copy = Buffer.from(await (await fetch(at(file))).arrayBuffer())
    expect(copy.equals(await readFile(file))).toBe(true)
  }
  await writeFile(third, (await readFile(third)).subarray(1))
  const back = await run(withBucket(), '--to', 'disk', '--copy-only')
  expect(back.out).toContain('这次复制了 1 个文件')
  expect((await readFile(third)).equals(Buffer.from(await (await fetch(at(third))).arrayBuffer()))).toBe(true)
})

it('says that the bucket hangs in the middle, and goes on', { timeout }, async () => {
  const { onDisk, withBucket, bucket, run } = await setUp()
  const { ctx } = await openSite(onDisk)
  const ann = await makeUser(ctx)
  for (let seed = 0; seed < 12; seed++) await urlOf(ctx, ann, seed)
  const proxy = await startProxy(bucket.address)
  const behind = withBucket(`http://127.0.0.1:${proxy.port}`)
  proxy.stallAfter(12_000)
  const start = performance.now()
  const stopped = await run(behind, '--to', 's3')
  expect(stopped).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/没有回答。已经复制的保留.+会接着做/) })
  expect(performance.now() - start).toBeLessThan(40_000)
  proxy.resume()
  const again = await run(behind, '--to', 's3')
  expect(again).toMatchObject({ code: 0, err: '' })
  const [, files] = /12 张图片都核对过大小和校验和：这次复制了 (\d+) 个文件/.exec(again.out) ?? []
  expect(Number(files)).toBeGreaterThan(0)
  expect(Number(files)).toBeLessThan(24)
})

it('says what is missing, and leaves no copy of what was deleted meanwhile', { timeout }, async () => {
  const { onDisk, withBucket, bucket, run } = await setUp()
  const { ctx } = await openSite(onDisk)
  const ann = await makeUser(ctx)
  const keys = []
  for (let seed = 0; seed < 3; seed++) keys.push(keyOfUrl(await urlOf(ctx, ann, seed)) ?? '')
  const [lost = '', gone = '', kept = ''] = keys
  for (const size of ['card', 'detail']) await rm(join(uploadsDir(onDisk), `${lost}-${size}.webp`))
  const { s3 } = withBucket()
  const to = await s3Storage(s3 as S3Options)
  onTestFinished(() => to.close())
  const rows = await ctx.db.selectFrom('media').selectAll().where('media_key', '=', gone).execute()
  const deleting: Storage = {
    ...to,
    async put(key, ...file) {
      await to.put(key, ...file)
      if (key === `${gone}-detail.webp`) await deleteMedia(ctx, rows)
    },
  }
  const copied = new Set<string>()
  const { missing } = await copyMedia(ctx.db, { from: ctx.storage, to: deleting, copied })
  expect(missing).toEqual([lost])
  const status = async (key: string) => (await fetch(`${bucket.address}/pictures/${key}-detail.webp`)).status
  expect([await status(kept), await status(gone)]).toEqual([200, 200])
  expect(await removeDeletedCopies(ctx.db, to, copied)).toBe(1)
  expect([await status(kept), await status(gone)]).toEqual([200, 404])
  const again = await run(withBucket(), '--to', 's3', '--copy-only')
  expect(again.out).toContain(`1 张图片的文件在磁盘和对象存储里都没有：\n      ${lost}\n`)
})

it('stops where a bucket does not keep what it was given', async () => {
  const { onDisk, withBucket } = await setUp()
  const { ctx } = await openSite(onDisk)
  await urlOf(ctx, await makeUser(ctx), 1)
  const to = await s3Storage(withBucket().s3 as S3Options)
  onTestFinished(() => to.close())
  const damaging: Storage = { ...to, put: (key, body, type) => to.put(key, body.subarray(1), type) }
  await expect(copyMedia(ctx.db, { from: ctx.storage, to: damaging })).rejects.toThrow(CopyDiffersError)
})

it('closes a running site to writers at the end, until it starts with the new storage', { timeout }, async () => {
  const { onDisk, withBucket, bucket, run } = await setUp()
  const prepared = await openSite(onDisk)
  const ann = await makeUser(prepared.ctx)
  const note = await makePost(prepared.ctx, ann, { pictures: 1 })
  await prepared.close()
  const server = await startServerProcess(onDisk)
  expect((await run(withBucket(), '--to', 's3', '--copy-only')).code).toBe(0)
  expect(await modeOf(onDisk)).toBe('open')
  const moved = await run(withBucket(), '--to', 's3')
  expect(moved.out).toContain('网站现在只读')
  expect(await modeOf(onDisk)).toBe('read_only')
  const like = await fetch(`${server.address}${API_PREFIX}/likes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.token}` },
    body: JSON.stringify({ target_type: 1, target_id: note.id }),
  })
  expect(await like.json()).toMatchObject({ error: 'read_only' })
  await server.end('SIGTERM')
  await startServerProcess(onDisk, bucket.settings)
  expect(await modeOf(onDisk)).toBe('open')
  const again = await run(withBucket(), '--to', 's3')
  expect(again.out).toContain('网站已经在使用对象存储')
  expect(await modeOf(onDisk)).toBe('open')
})

it.each(['SIGINT', 'SIGHUP'] as const)('opens the site again where %s ends it', { timeout }, async (signal) => {
  const { onDisk, bucket } = await setUp()
  const { ctx, close } = await openSite(onDisk)
  await urlOf(ctx, await makeUser(ctx), 1)
  await close()
  await startServerProcess(onDisk)
  const child = startCommand(onDisk, ['move-media', '--to', 's3'], { env: bucket.settings })
  const said = text(child.stderr)
  await expect.poll(() => modeOf(onDisk), { timeout }).toBe('read_only')
  child.kill(signal)
  const [code] = await once(child, 'exit')
  expect([code, await said]).toEqual([
    1,
    expect.stringContaining('已中断。已经复制的保留，网站照常；再运行一次，会接着做'),
  ])
  expect(await modeOf(onDisk)).toBe('open')
})

if (inject('engine') === 'sqlite')
  it('says why it stopped, and that the site is still read-only where it cannot open it', { timeout }, async () => {
    const { onDisk, withBucket, bucket, run } = await setUp()
    const { ctx, close } = await openSite(onDisk)
    await urlOf(ctx, await makeUser(ctx), 1)
    await sql`create trigger stays before delete on marks begin select raise(abort, 'database is away'); end`.execute(
      ctx.db,
    )
    await close()
    await startServerProcess(onDisk)
    const proxy = await startProxy(bucket.address)
    const running = run(withBucket(`http://127.0.0.1:${proxy.port}`), '--to', 's3')
    await expect.poll(() => modeOf(onDisk), { timeout }).toBe('read_only')
    proxy.stall()
    const { code, err } = await running
    expect([code, err]).toEqual([1, expect.stringMatching(/没有回答。已经复制的保留，但是网站还停在只读/)])
    expect(await modeOf(onDisk)).toBe('read_only')
  })

it.each([
  [['--to', 'tape'], {}, '--to 只能是 s3 或 disk'],
  [['--to', 's3'], { s3: undefined }, '请先在 .env 里写好 S3_BUCKET'],
  [['--to', 's3'], { port: 1 }, '连接不上对象存储（S3_ENDPOINT）：ECONNREFUSED'],
  [['--to', 's3'], { bucket: 'none' }, '对象存储拒绝了'],
] as const)('refuses %j with %j in words', { timeout }, async (argv, wrong, words) => {
  const { onDisk, withBucket, run } = await setUp()
  const config = 'port' in wrong ? withBucket(`http://127.0.0.1:${wrong.port}`) : withBucket()
  if ('s3' in wrong) config.s3 = undefined
  if ('bucket' in wrong && config.s3) config.s3.bucket = wrong.bucket
  const { ctx } = await openSite(onDisk)
  await urlOf(ctx, await makeUser(ctx), 1)
  expect(await run(config, ...argv)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) })
})
