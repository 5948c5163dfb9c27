/** Deletion of pictures with their posts and comments, and the sweep of unused (docs/decisions/006-pictures.md). */
import * as adminComments from '@shiliu/contract/admin/comments'
import * as adminPosts from '@shiliu/contract/admin/posts'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { emptyTrash, makeAdmin, makeCategory, makePost, makeUser, storePicture } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { storedMedia } from '#test/stored-media.ts'
import { createTestApp } from '#test/test-app.ts'
import { deleteUnusedMedia, removePendingFiles } from './media.deletion.service.ts'

/** A post with two pictures; another user's comment and reply below it have one each. */
async function scene() {
  const test = await createTestApp()
  const [author, reader] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const note = await makePost(test.ctx, author, { pictures: 2 })
  const say = async (seed: number, parent_id: number | null) => {
    const { url } = await storePicture(test.ctx, reader.id, await smallFile(seed))
    const body = { post_id: note.id, parent_id, content: `看<img src="${url}">` }
    return { ...(await test.ok(comments.create, { body, token: reader.token })), url }
  }
  const comment = await say(8, null)
  const reply = await say(9, comment.id)
  const urls = (await test.ok(posts.get, { params: { id: String(note.id) }, query: {} })).images
  return { test, author, reader, note, urls, comment, reply }
}

async function setUp() {
  const test = await createTestApp()
  return { test, user: await makeUser(test.ctx) }
}

const DAY = 24 * 3600 * 1000
const of = (pictures: number) => ({ rows: pictures, files: 2 * pictures })

it('deletes a post’s pictures and those of its comments with it, after thirty days in the trash', async () => {
  const { test, author, note } = await scene()
  expect(await storedMedia(test)).toEqual(of(4))
  await test.ok(posts.remove, { params: { id: String(note.id) }, token: author.token })
  expect(await storedMedia(test)).toEqual(of(4))
  await emptyTrash(test)
  expect(await storedMedia(test)).toEqual(of(0))
})

it('keeps pictures that another post shows', async () => {
  const { test, author, note, urls } = await scene()
  await makePost(test.ctx, author, { images: urls.slice(0, 1) })
  await test.ok(posts.remove, { params: { id: String(note.id) }, token: author.token })
  await emptyTrash(test)
  expect(await storedMedia(test)).toEqual(of(1))
})

it('deletes a comment’s pictures and those of its replies', async () => {
  const { test, reader, comment } = await scene()
  await test.ok(comments.remove, { params: { id: String(comment.id) }, token: reader.token })
  await emptyTrash(test)
  expect(await storedMedia(test)).toEqual(of(2))
})

it('deletes pictures that the back office deletes or removes from a post', async () => {
  const { test, note, urls, comment, reply } = await scene()
  const { token } = await makeAdmin(test.ctx)
  await test.ok(adminPosts.posts.update, { params: { id: String(note.id) }, body: { images: urls.slice(1) }, token })
  expect(await storedMedia(test)).toEqual(of(3))
  await test.ok(adminComments.comments.update, { params: { id: String(reply.id) }, body: { content: '看' }, token })
  expect(await storedMedia(test)).toEqual(of(2))
  await test.ok(adminComments.comments.remove, { params: { id: String(comment.id) }, token })
  await emptyTrash(test)
  expect(await storedMedia(test)).toEqual(of(1))
  await test.ok(adminPosts.posts.remove, { params: { id: String(note.id) }, token })
  await emptyTrash(test)
  expect(await storedMedia(test)).toEqual(of(0))
})

it('leaves pictures that an author removes from a post to the sweep', async () => {
  const { test, author, note, urls } = await scene()
  const { title, content, category_id } = await test.ok(posts.get, { params: { id: String(note.id) }, query: {} })
  const change = (images: string[]) =>
    test.ok(posts.update, {
      params: { id: String(note.id) },
      body: { title, content, category_id, images },
      token: author.token,
    })
  await change([])
  expect(await storedMedia(test)).toEqual(of(4))
  await change(urls)
})

it('sweeps unused pictures after eight days, and nothing else', async () => {
  const { test, user } = await setUp()
  await makePost(test.ctx, user, { pictures: 1 })
  await storePicture(test.ctx, user.id, await smallFile(9))
  // Browsers offer what was written, with its pictures, for seven days.
  test.clock.advance(7 * DAY)
  expect(await deleteUnusedMedia(test.ctx)).toBe(0)
  test.clock.advance(DAY + 1)
  expect(await deleteUnusedMedia(test.ctx)).toBe(1)
  expect(await storedMedia(test)).toEqual({ rows: 1, files: 2 })
})

it('sweeps several batches of unused pictures at once', async () => {
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
  test.clock.advance(9 * DAY)
  expect(await deleteUnusedMedia(test.ctx)).toBe(1200)
  expect(await storedMedia(test)).toEqual({ rows: 1, files: 2 })
})

it('retries the removal of files while the storage fails', async () => {
  const { test, user } = await setUp()
  for (const seed of [1, 2]) await storePicture(test.ctx, user.id, await smallFile(seed))
  const { storage } = test.ctx
  const remove = storage.remove.bind(storage)
  storage.remove = () => Promise.reject(new Error('503 Slow Down'))
  await test.ok(users.remove, { params: { id: user.user_id }, token: user.token })
  await emptyTrash(test)
  await removePendingFiles(test.ctx)
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 4 })
  storage.remove = remove
  await removePendingFiles(test.ctx)
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 0 })
  expect(await test.ctx.db.selectFrom('removed_media').selectAll().execute()).toEqual([])
})

it('does not wait for a storage that hangs', async () => {
  const { test, user } = await setUp()
  const note = await makePost(test.ctx, user, { pictures: 1 })
  const { storage } = test.ctx
  const remove = storage.remove.bind(storage)
  let answer = () => {}
  storage.remove = (keys) => new Promise<void>((done) => (answer = done)).then(() => remove(keys))
  const told: string[] = []
  test.ctx.bus.subscribe('invalidated', ({ tags }) => told.push(...tags))
  await test.ok(posts.remove, { params: { id: String(note.id) }, token: user.token })
  test.clock.advance(30 * DAY + 1)
  const purged = purgeTrash(test.ctx)
  await expect.poll(() => told).toContain(`post:${note.id}`)
  await purged
  expect(await storedMedia(test)).toEqual({ rows: 0, files: 2 })
  answer()
  await expect.poll(() => storedMedia(test)).toEqual(of(0))
})

it('keeps pictures that become used during the sweep', async () => {
  const { test, user } = await setUp()
  const stored: Awaited<ReturnType<typeof storePicture>>[] = []
  for (let i = 0; i < 40; i++) stored.push(await storePicture(test.ctx, user.id, await smallFile(i)))
  test.clock.advance(9 * DAY)
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
    deleteUnusedMedia(test.ctx),
    ...stored.slice(0, 20).map(use),
    deleteUnusedMedia(test.ctx),
    ...stored.slice(20, 30).map(use),
  ])
  expect(typeof swept).toBe('number')
  expect(answers.filter((answer) => typeof answer === 'object' && answer.status >= 500)).toEqual([])
  await deleteUnusedMedia(test.ctx)
  const shown = await test.ctx.db.selectFrom('post_images').select('media_id').execute()
  const { avatar_media_id } = await test.ctx.db
    .selectFrom('users')
    .select('avatar_media_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const kept = await test.ctx.db.selectFrom('media').select('id').execute()
  const used = new Set([avatar_media_id, ...shown.map((row) => row.media_id)].filter((id) => id !== null))
  expect(new Set(kept.map((row) => row.id))).toEqual(used)
  expect(await storedMedia(test)).toEqual({ rows: used.size, files: 2 * used.size })
})
