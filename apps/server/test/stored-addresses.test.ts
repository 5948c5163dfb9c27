/** Rows keep addresses of pictures as `/uploads/KEY`, whatever the storage is (docs/decisions/054-moving.md). */
import { audits, undoChange } from '@shiliu/contract/admin/audits'
import { comments } from '@shiliu/contract/admin/comments'
import * as moderation from '@shiliu/contract/admin/moderation'
import { posts } from '@shiliu/contract/admin/posts'
import * as settings from '@shiliu/contract/admin/settings'
import { users } from '@shiliu/contract/admin/users'
import { TARGET } from '@shiliu/contract/limits'
import { expect, it } from 'vitest'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { up } from '#platform/db/migrations/0047-media-places.ts'
import { up as rewriteAudits } from '#platform/db/migrations/0064-audit-addresses.ts'
import { keyOfUrl } from '#platform/images/presets.ts'
import { startBucket } from './buckets.ts'
import { makeAdmin, makePost, makeUser, storePicture } from './factories.ts'
import { smallFile } from './pictures.ts'
import { columnsWith } from './site-rows.ts'
import { createTestApp } from './test-app.ts'

it('absolute addresses of own pictures become relative, others stay', async () => {
  const { ctx } = await createTestApp()
  const { db } = ctx
  const [ann, ben] = [await makeUser(ctx), await makeUser(ctx)]
  const note = await makePost(ctx, ann)
  const boss = await makeAdmin(ctx)
  const { url } = await storePicture(ctx, ann.id, await smallFile())
  const { id, media_key } = await db.selectFrom('media').selectAll().executeTakeFirstOrThrow()
  expect(keyOfUrl(url)).toBe(media_key)
  const absolute = `https://pictures.example.org/shiliu${url.slice('/uploads'.length)}`
  const foreign = 'https://elsewhere.example.org/a.png'
  const markup = (address: string) => `看<img src="${address}" alt="评论图片" class="comment-image" />`
  await db.updateTable('users').set({ avatar: absolute, avatar_media_id: id }).where('id', '=', ann.id).execute()
  await db.updateTable('users').set({ avatar: foreign }).where('id', '=', ben.id).execute()
  const comment = { post_id: note.id, user_id: ann.id, parent_id: null, root_id: null, created_at: 1 }
  const insertComment = async (address: string) => {
    const { insertId } = await db
      .insertInto('comments')
      .values({ ...comment, content: markup(address) })
      .executeTakeFirstOrThrow()
    return Number(insertId)
  }
  await db
    .insertInto('comment_images')
    .values({ comment_id: await insertComment(absolute), media_id: id })
    .execute()
  await insertComment(foreign)
  const by = { username: boss.username, updated_at: 1 }
  await db
    .insertInto('settings')
    .values({ name: 'site_logo', value: JSON.stringify(absolute), ...by })
    .execute()
  const line = { admin_id: boss.id, username: boss.username, action: 'update', resource: 'users', record_id: ann.id }
  const states = { before_json: null, after_json: JSON.stringify({ avatar: absolute, nickname: '安' }) }
  await db
    .insertInto('audits')
    .values({ ...line, ...states, record_name: '', created_at: 1 })
    .execute()
  // As after a crash in the middle.
  for (const _ of [1, 2]) await up(db as never, ctx.engine)
  const users = await db.selectFrom('users').select('avatar').orderBy('id').execute()
  expect(users.map(({ avatar }) => avatar)).toEqual([url, foreign])
  const comments = await db.selectFrom('comments').select('content').orderBy('id').execute()
  expect(comments.map(({ content }) => content)).toEqual([markup(url), markup(foreign)])
  const { value } = await db.selectFrom('settings').select('value').executeTakeFirstOrThrow()
  expect(JSON.parse(value)).toBe(url)
  const { after_json } = await db.selectFrom('audits').select('after_json').executeTakeFirstOrThrow()
  expect(JSON.parse(after_json ?? '')).toEqual({ avatar: url, nickname: '安' })
})

const params = (id: number) => ({ params: { id: String(id) } })

it('no row names the bucket, and the trail shows where its pictures are', async () => {
  const bucket = await startBucket()
  const test = await createTestApp(bucket.settings)
  const { ctx } = test
  const [ann, { token }] = [await makeUser(ctx), await makeAdmin(ctx)]
  const urlOf = async (seed: number) => (await storePicture(ctx, ann.id, await smallFile(seed))).url
  const note = await makePost(ctx, ann, { pictures: 2 })
  const { images } = await test.ok(posts.get, { ...params(note.id), token })
  expect(images[0]).toContain(ctx.storage.base)
  const [said, avatar, other, logo] = [await urlOf(3), await urlOf(4), await urlOf(5), await urlOf(6)]
  const content = `看<img src="${said}">`
  const comment = await createComment(ctx, ann.id, { post_id: note.id, content, parent_id: null })
  const last = async () => (await test.ok(audits.list, { query: { sortField: 'id' }, token })).data[0]
  const undo = async () => test.call(undoChange, { body: { audit_id: (await last())?.id ?? 0 }, token })

  await test.ok(users.update, { ...params(ann.id), body: { avatar }, token })
  await test.ok(users.update, { ...params(ann.id), body: { avatar: other }, token })
  expect(await last()).toMatchObject({ changed: ['avatar'], before: { avatar }, after: { avatar: other } })
  expect(await undo()).toMatchObject({ status: 200 })
  expect(await test.ok(users.get, { ...params(ann.id), token })).toMatchObject({ avatar })
  const turned = images.toReversed()
  await test.ok(posts.update, { ...params(note.id), body: { images: turned }, token })
  expect(await last()).toMatchObject({ before: { images, user_avatar: avatar }, after: { images: turned } })
  expect(await undo()).toMatchObject({ status: 200 })
  expect(await test.ok(posts.get, { ...params(note.id), token })).toMatchObject({ images })
  const edited = `再${content}`
  await test.ok(comments.update, { ...params(comment.id), body: { content: edited }, token })
  expect((await last())?.after).toMatchObject({ content: expect.stringContaining(`再看<img src="${said}"`) })
  expect(await undo()).toMatchObject({ status: 200 })
  await test.ok(settings.update, { body: { site_logo: logo }, token })
  expect(await last()).toMatchObject({ after: { site_logo: logo } })
  expect(await undo()).toMatchObject({ status: 200 })

  const hide = (target_type: 1 | 2, id: number) =>
    test.ok(moderation.moderate, { body: { target_type, ids: [id], action: 'hide', reason: '广告' }, token })
  await hide(TARGET.comment, comment.id)
  expect((await last())?.before).toMatchObject({ content: expect.stringContaining(`<img src="${said}"`) })
  await hide(TARGET.post, note.id)
  expect((await last())?.before).toMatchObject({ images, user_avatar: avatar })
  await test.ok(users.remove, { ...params(ann.id), token })
  expect((await last())?.before).toMatchObject({ avatar })
  expect(await columnsWith(ctx, bucket.address)).toEqual([])
})

it('lines of before that name a place where pictures were are mended, others stay', async () => {
  const { ctx } = await createTestApp()
  const boss = await makeAdmin(ctx)
  const key = `ab/${'ab'.repeat(16)}-card.webp`
  const line = { admin_id: boss.id, username: boss.username, action: 'update', resource: 'posts', record_name: '' }
  const insert = (record_id: number, before_json: string, after_json: string | null) =>
    ctx.db
      .insertInto('audits')
      .values({ ...line, record_id, before_json, after_json, created_at: 1 })
      .execute()
  const place = 'https://pictures.example.org/shiliu'
  await ctx.db.insertInto('media_places').values({ base: place, created_at: 1 }).execute()
  const stateAt = (base: string) =>
    JSON.stringify({ images: [`${base}/${key}`], content: `<img src="${base}/${key}">` })
  await insert(1, stateAt(place), stateAt(place))
  await insert(2, stateAt('https://elsewhere.example.org/uploads'), null)
  for (const _ of [1, 2]) await rewriteAudits(ctx.db as never)
  const lines = await ctx.db.selectFrom('audits').select(['before_json', 'after_json']).orderBy('record_id').execute()
  expect(lines).toEqual([
    { before_json: stateAt('/uploads'), after_json: stateAt('/uploads') },
    { before_json: stateAt('https://elsewhere.example.org/uploads'), after_json: null },
  ])
})
