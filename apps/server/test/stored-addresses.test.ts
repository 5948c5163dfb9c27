/** Sites of before with a bucket have absolute addresses in their rows; a step makes them those that the database keeps. */
import { expect, it } from 'vitest'
import { up } from '#platform/db/migrations/0047-media-places.ts'
import { keyOfUrl } from '#platform/images/presets.ts'
import { makeAdmin, makePost, makeUser, storePicture } from './factories.ts'
import { smallFile } from './pictures.ts'
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
