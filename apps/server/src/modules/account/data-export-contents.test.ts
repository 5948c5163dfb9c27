import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import * as reports from '@shiliu/contract/reports'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { keepAddress } from '#modules/addresses/addresses.service.ts'
import { iso } from '#platform/clock.ts'
import { keyOfUrl } from '#platform/images/presets.ts'
import { fetchFile, going, largePicture, request, stage, unzip } from '#test/data-exports.ts'
import { makePost, storePicture } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'
import { workOnDataExports } from './data-export-runner.service.ts'

/** Ann does something of every kind. */
async function liveALittle({ test, ann, bob }: Awaited<ReturnType<typeof stage>>) {
  const { ctx, ok } = test
  const { token } = ann
  const picture = (await storePicture(ctx, ann.id, await smallFile(7))).url
  const avatar = (await storePicture(ctx, ann.id, await smallFile(8))).url
  await ok(users.update, { params: { id: ann.user_id }, body: { nickname: '安安', avatar }, token })
  const note = await makePost(ctx, ann, {
    title: '安的笔记',
    content: `&lt;i&gt; 2026 年<br>[@鲍:${bob.user_id}]`,
    tags: ['晚霞'],
    images: [picture],
  })
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
  await ctx.db.insertInto('old_user_ids').values({ user_id_key: '安安 2019', user_id: ann.id }).execute()
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
  const none = { client_id: '', client_secret: null, scope: '', name_attribute: '', badge_attribute: '', badges: '' }
  const flags = { ends_session: 0, is_active: 1, created_at: 1, updated_at: 1 }
  const school = { kind: 'cas', name: '学校', name_key: '学校', address: 'https://cas.example.edu.cn' } as const
  const inserted = await ctx.db
    .insertInto('campus_providers')
    .values({ ...school, ...none, ...flags })
    .executeTakeFirstOrThrow()
  const known = { provider_id: Number(inserted.insertId), subject_key: 'x', account: '2026@school', badge: '学生' }
  await ctx.db
    .insertInto('campus_identities')
    .values({ user_id: ann.id, ...known, created_at: 1, last_used_at: 2 })
    .execute()
  const from = { ip: '115.236.112.4', port: 4321, location: '浙江' }
  await keepAddress(ctx, { kind: 'session', id, account: `user:${ann.id}` }, from)
  const pathOf = (url: string) => `pictures/${(keyOfUrl(url) ?? '').slice(3)}.webp`
  return { note, bobs, picture: pathOf(picture), avatar: pathOf(avatar) }
}

/** Tables that name a person and are not in their export. */
const LEFT_OUT = {
  campus_flows: 'a sign-in of the last minutes',
  data_exports: 'the export itself',
  idempotent_requests: 'answers of the last day',
  mail_outbox: 'mail of the last day, encrypted',
  password_resets: 'codes of minutes',
  pending_emails: 'an address of half an hour, not verified',
  publications: 'counts for a limit; the notes have their times',
  told_events: 'the last hour of what notifications.json has',
  upload_days: 'counts for a limit; the pictures are there',
  user_notes: 'between moderators',
}

const COLUMNS_LEFT_OUT = {
  'account_sanctions.actor_name': 'names of moderators',
  'account_sanctions.hide_content': 'the states of notes and comments tell',
  'account_sanctions.lifted_by': 'names of moderators',
  'appeals.against_reason': 'in decisions.json',
  'appeals.against_state': 'in decisions.json',
  'appeals.resolved_by': 'names of moderators',
  'campus_identities.subject_key': 'a hash of the account, which is there',
  'comments.appealed': 'derived from appeals',
  'comments.author_hidden': 'derived from sanctions',
  'comments.reply_count': 'counts what others wrote',
  'comments.root_id': 'derived from parent_id',
  'media.thumbhash': 'derived from the picture',
  'moderation_changes.from_reason': 'the reason of the decision before',
  'notifications.event_key': 'keeps a notification from being made twice',
  'posts.appealed': 'derived from appeals',
  'posts.author_hidden': 'derived from sanctions',
  'posts.day_posts': 'counts for a limit',
  'posts.hot_score': 'derived from counters',
  'posts.taken_back': 'counts for a limit',
  'reports.is_told': 'for the server alone',
  'sessions.admin_id': 'of administrators',
  'user_emails.email_key': 'derived from the address',
  'users.avatar_media_id': 'the avatar is there',
  'users.invitation_id': 'a row of administrators',
  'users.is_hiding': 'for the server alone',
  'users.password_hash': 'a secret',
  'users.user_id_key': 'derived from the public id',
}

describe('the export of one’s data', () => {
  it('holds everything of one’s own and nothing that others do not show', async () => {
    const all = await stage()
    const { test, ann, bob } = all
    const { note, bobs, picture, avatar } = await liveALittle(all)
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
    expect(read('profile')).toMatchObject({ old_user_ids: ['安安 2019'] })
    expect(read('profile')).toMatchObject({ user_id: ann.user_id, nickname: '安安', avatar, email: 'ann@example.com' })
    expect(files.has(avatar)).toBe(true)
    expect(read('notes')).toMatchObject([
      { id: note.id, title: '安的笔记', tags: ['晚霞'], pictures: [picture], is_draft: false, state: 'visible' },
      { title: '安的草稿', is_draft: true },
      { title: '扔掉的', state: 'deleted', deleted_at: expect.any(String), erased_at: expect.any(String) },
    ])
    const page = files.get('index.html')?.toString() ?? ''
    expect(page).toContain(`src="${picture}"`)
    expect(page).toMatch(/安的笔记.*安的草稿.*草稿.*扔掉的.*在回收站里.*安的评论/s)
    expect(page).toContain('&lt;i&gt; 2026 年<br>@鲍')
    expect(page).not.toMatch(/<i>|<script/)
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
    expect(read('campus')).toEqual([
      { provider: '学校', account: '2026@school', badge: '学生', created_at: iso(1), last_used_at: iso(2) },
    ])
    expect(read('active-days')).toEqual([{ day: '2026-09-01' }])
    expect(read('banners')).toEqual([])
    expect(read('decisions')).toMatchObject([{ action: 'delete', by: '本人', to_state: 'deleted' }])
    expect([read('appeals'), read('sanctions')]).toEqual([[], []])
    const whole = [...files].filter(([name]) => !name.startsWith('pictures/')).join('\n')
    expect(whole).not.toMatch(/鲍的秘密|鲍的评论|115\.236|password|token_hash|argon/)
  })

  it('has every table that names its person, or a reason not to', async () => {
    const { ctx } = await createTestApp()
    // Those of the profile come through their services.
    const read = new Set(['users', 'user_emails', 'old_user_ids'])
    const tables = await ctx.db.introspection.getTables()
    const names = /^((user|owner|sender|reporter|follower|following)_id|account|account_key)$/
    const naming = tables.filter(({ columns }) => columns.some(({ name }) => names.test(name))).map(({ name }) => name)
    const contents = await readFile(new URL('./data-export-contents.repo.ts', import.meta.url), 'utf8')
    for (const [, table = ''] of contents.matchAll(/(?:selectFrom|innerJoin|leftJoin)\('(\w+)/g)) read.add(table)
    expect(naming.filter((name) => !read.has(name)).toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted())
  })

  it('reads every column of the tables that it has, or has a reason not to', async () => {
    const { ctx } = await createTestApp()
    const sources = ['./data-export-contents.repo.ts', './data-export-contents.service.ts', '../users/users.present.ts']
    const texts = await Promise.all(sources.map((file) => readFile(new URL(file, import.meta.url), 'utf8')))
    const words = new Set(texts.join('\n').match(/\w+/g))
    const own = /selectFrom\('(\w+)/g
    const read = new Set([...(texts[0] ?? '').matchAll(own)].map(([, table]) => table).concat('users', 'user_emails'))
    const unread = (await ctx.db.introspection.getTables())
      .filter(({ name }) => read.has(name))
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .filter((name) => !words.has(name.split('.')[1] ?? ''))
    expect(unread.toSorted()).toEqual(Object.keys(COLUMNS_LEFT_OUT).toSorted())
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
})
