/** The files of an export of somebody's data (docs/product.md#export-of-ones-data), read page by page. */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { getOwnEmail } from '#modules/auth/emails.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { DAY_MS, iso, isoDate, isoOrNull, localTime } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { groupBy } from '#platform/db/rows.ts'
import { keyOfUrl, PRESETS, sizesOf } from '#platform/images/presets.ts'
import type { ZipEntry } from '#platform/zip.ts'
import * as repo from './data-export-contents.repo.ts'
import { article, heading, PAGE_END, pageStart, readme } from './data-export-page.ts'

const PAGE = 100
/** More pictures are left out, and said to be. */
const PICTURES_MAX_BYTES = 5 * 1024 ** 3

type Person = { id: number; user_id: string }
type Source = { ctx: Ctx; db: Db; person: Person }

/**
 * Everything of one person, and nothing of others that these do not show. `renew` is called before each page and
 * picture, and throws where the work is to end.
 */
export async function* dataEntries(ctx: Ctx, userId: number, renew: () => Promise<void>): AsyncGenerator<ZipEntry> {
  const user = await users.requireUserById(ctx, userId)
  const source: Source = { ctx, db: ctx.longReads.of('data export'), person: user }
  const madeAt = localTime(ctx.config.timeZone)(iso(ctx.clock.now()))
  const files = Object.entries(LISTS).map(([name, { about }]) => ({ name: `${name}.json`, about }))
  const text = readme({ publicId: user.user_id, siteName: ctx.settings.current.site_name, madeAt, files })
  yield { name: 'README.txt', content: [Buffer.from(text)] }
  const { email, verified_at } = await getOwnEmail(ctx, userId)
  const old_user_ids = await users.listOldPublicIds(ctx, userId)
  const profile = { ...presentProfile(ctx, user), avatar: avatarPath(user.avatar), old_user_ids }
  yield { name: 'profile.json', content: [json({ ...profile, email, email_verified_at: verified_at })] }
  yield { name: 'index.html', content: page(source, user.nickname, user.bio, renew) }
  for (const [name, { rows }] of Object.entries(LISTS)) {
    yield { name: `${name}.json`, content: jsonList(rows(source), renew) }
  }
  const missing: string[] = []
  yield* pictures(source, missing, renew)
  if (missing.length > 0) yield { name: 'pictures-missing.json', content: [json(missing)] }
}

/** What the person wrote, to be read without this site. */
async function* page(
  source: Source,
  nickname: string,
  bio: string,
  renew: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const { config, settings } = source.ctx
  const timeOf = localTime(config.timeZone)
  const files = ['README.txt', 'profile.json', ...Object.keys(LISTS).map((name) => `${name}.json`)]
  const title = `${nickname}在${settings.current.site_name}的数据`
  yield Buffer.from(pageStart({ title, facts: [`小石榴号：${source.person.user_id}`], bio, files }) + heading('笔记'))
  for await (const rows of notes(source)) {
    await renew()
    for (const { is_draft, deleted_at, created_at, category, tags, ...note } of rows) {
      const state = deleted_at !== null ? '在回收站里' : is_draft ? '草稿' : null
      const facts = [timeOf(created_at), state, category, ...tags.map((name) => `#${name}`)]
      yield Buffer.from(article({ ...note, facts }))
    }
  }
  yield Buffer.from(heading('评论'))
  for await (const rows of comments(source)) {
    await renew()
    for (const { created_at, deleted_at, content, pictures } of rows) {
      const facts = [timeOf(created_at), deleted_at === null ? null : '在回收站里']
      yield Buffer.from(article({ content, facts, pictures }))
    }
  }
  yield Buffer.from(PAGE_END)
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

async function* jsonList(pages: AsyncIterable<object[]>, renew: () => Promise<void>): AsyncGenerator<Buffer> {
  let before = '['
  for await (const rows of pages) {
    await renew()
    for (const row of rows) {
      yield Buffer.from(`${before}\n${JSON.stringify(row)}`)
      before = ','
    }
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n')
}

type Numbered = { id: number }

async function* pagesOf<Row extends Numbered>(
  { person }: Source,
  read: (page: repo.Page) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read({ userId: person.id, after, limit: PAGE })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last.id
  }
}

const ids = (rows: Numbered[]) => rows.map(({ id }) => id)
const byId = <Row extends Numbered>(rows: Row[]) => rows.toSorted((a, b) => a.id - b.id)
const inOrder = <Row extends { position: number }>(rows: Row[] = []) => rows.toSorted((a, b) => a.position - b.position)
const pathOf = (mediaKey: string) => `pictures/${mediaKey.slice(3)}.webp`

/** Of a picture that is in the file; the avatar that everybody begins with is none of theirs. */
function avatarPath(stored: string): string | null {
  const key = keyOfUrl(stored)
  return key ? pathOf(key) : null
}

type List = { about: string; rows: (source: Source) => AsyncGenerator<object[]> }

/** What README.txt says of each file, and what is in it. */
const LISTS: Record<string, List> = {
  notes: { about: '笔记，包括草稿和回收站里的；pictures 是它的图片在这里的位置', rows: notes },
  comments: { about: '评论', rows: comments },
  likes: { about: '点赞（target_type 1 是笔记，2 是评论）', rows: likes },
  collections: { about: '收藏', rows: (source) => plain(source, repo.listCollections) },
  following: {
    about: '关注的人',
    rows: (source) => plain(source, (db, page) => repo.listFollows(db, 'following', page)),
  },
  followers: { about: '粉丝', rows: (source) => plain(source, (db, page) => repo.listFollows(db, 'followers', page)) },
  notifications: { about: '通知', rows: notifications },
  reports: { about: '提交的举报', rows: (source) => plain(source, repo.listReports) },
  sessions: { about: '登录过的设备', rows: sessions },
  campus: { about: '连接的校园账号', rows: campus },
  'active-days': { about: '哪些天用过（北京时间，最近 400 天）', rows: activeDays },
  banners: { about: '看过和关掉的公告', rows: banners },
  decisions: { about: '对你的笔记和评论的处理', rows: (source) => aboutOwn(source, decisionsAbout) },
  appeals: { about: '提交的申诉', rows: (source) => aboutOwn(source, appealsAbout) },
  sanctions: { about: '对账号的警告、禁言和封禁', rows: sanctions },
}

/** Without the ids of the rows, which say nothing to anybody. */
async function* plain<Row extends Numbered & { created_at: number }>(
  source: Source,
  read: (db: Db, page: repo.Page) => Promise<Row[]>,
): AsyncGenerator<object[]> {
  for await (const rows of pagesOf(source, (page) => read(source.db, page))) {
    yield rows.map(({ id: _, created_at, ...row }) => ({ ...row, created_at: iso(created_at) }))
  }
}

/** Drafts and what is in the trash, too. */
async function* notes(source: Source) {
  const { db } = source
  for await (const rows of pagesOf(source, (page) => repo.listNotes(db, page))) {
    const pictures = groupBy(await repo.listNotePictures(db, ids(rows)), ({ post_id }) => post_id)
    const tags = groupBy(await repo.listNoteTags(db, ids(rows)), ({ post_id }) => post_id)
    yield rows.map(({ is_draft, is_featured, created_at, updated_at, deleted_at, purge_at, ...note }) => ({
      ...note,
      is_draft: is_draft === 1,
      is_featured: is_featured === 1,
      tags: inOrder(tags.get(note.id)).map(({ name }) => name),
      pictures: inOrder(pictures.get(note.id)).map(({ media_key, url }) => (media_key ? pathOf(media_key) : url)),
      created_at: iso(created_at),
      updated_at: iso(updated_at),
      deleted_at: isoOrNull(deleted_at),
      erased_at: isoOrNull(purge_at),
    }))
  }
}

async function* comments(source: Source) {
  const { db } = source
  for await (const rows of pagesOf(source, (page) => repo.listComments(db, page))) {
    const pictures = groupBy(await repo.listCommentPictures(db, ids(rows)), ({ comment_id }) => comment_id)
    yield rows.map(({ created_at, deleted_at, purge_at, ...comment }) => ({
      ...comment,
      pictures: byId(pictures.get(comment.id) ?? []).map(({ media_key }) => pathOf(media_key)),
      created_at: iso(created_at),
      deleted_at: isoOrNull(deleted_at),
      erased_at: isoOrNull(purge_at),
    }))
  }
}

async function* likes(source: Source): AsyncGenerator<object[]> {
  for (const type of Object.values(TARGET)) yield* plain(source, (db, page) => repo.listLikes(db, type, page))
}

async function* notifications(source: Source): AsyncGenerator<object[]> {
  for (const type of Object.values(NOTICE)) yield* plain(source, (db, page) => repo.listNotifications(db, type, page))
}

/** With the place of each sign-in, and without its address. */
async function* sessions(source: Source): AsyncGenerator<object[]> {
  const { ctx, db } = source
  const present = async ({ user_agent, address, is_active, ...times }: SessionRow) => ({
    user_agent,
    location: address === null ? null : (await locate(ctx, { ip: address, port: null })).location,
    is_active: is_active === 1,
    created_at: iso(times.created_at),
    last_activity: iso(times.last_activity),
    expires_at: iso(times.expires_at),
  })
  for (const active of [1, 0] as const) {
    for await (const rows of pagesOf(source, (page) => repo.listSessions(db, active, page))) {
      yield await Promise.all(rows.map(present))
    }
  }
}

async function* campus(source: Source): AsyncGenerator<object[]> {
  for await (const rows of pagesOf(source, (page) => repo.listCampusAccounts(source.db, page))) {
    yield rows.map(({ id: _, created_at, last_used_at, ...row }) => ({
      ...row,
      created_at: iso(created_at),
      last_used_at: iso(last_used_at),
    }))
  }
}

async function* activeDays(source: Source): AsyncGenerator<object[]> {
  for await (const rows of pagesOf(source, (page) => repo.listActiveDays(source.db, page))) {
    yield rows.map(({ day }) => ({ day: isoDate(day * DAY_MS) }))
  }
}

async function* banners(source: Source): AsyncGenerator<object[]> {
  for (const dismissed of [0, 1] as const) {
    for await (const rows of pagesOf(source, (page) => repo.listBanners(source.db, dismissed, page))) {
      yield rows.map(({ title, seen_at }) => ({ title, closed: dismissed === 1, seen_at: iso(seen_at) }))
    }
  }
}

type SessionRow = Awaited<ReturnType<typeof repo.listSessions>>[number]

async function* aboutOwn(
  source: Source,
  about: (source: Source, targetType: number, ids: number[]) => Promise<object[]>,
): AsyncGenerator<object[]> {
  for (const [table, type] of [['posts', TARGET.post] as const, ['comments', TARGET.comment] as const]) {
    const read = async (page: repo.Page) => (await repo.listIdsOfUser(source.db, table, page)).map((id) => ({ id }))
    for await (const rows of pagesOf(source, read)) yield await about(source, type, ids(rows))
  }
}

/** A reason of the site is for moderators: it may name a watched word. */
async function decisionsAbout({ db, person }: Source, targetType: number, targets: number[]): Promise<object[]> {
  const rows = await repo.listDecisions(db, targetType, targets)
  return byId(rows).map(({ id: _, actor, reason, created_at, undone_at, ...row }) => ({
    ...row,
    by: actor === `user:${person.id}` ? '本人' : actor.startsWith('admin:') ? '管理员' : '系统',
    reason: actor === 'site' ? null : reason,
    created_at: iso(created_at),
    undone_at: isoOrNull(undone_at),
  }))
}

async function appealsAbout({ db }: Source, targetType: number, targets: number[]): Promise<object[]> {
  const rows = await repo.listAppeals(db, targetType, targets)
  return byId(rows).map(({ id: _, created_at, resolved_at, ...row }) => ({
    ...row,
    created_at: iso(created_at),
    resolved_at: isoOrNull(resolved_at),
  }))
}

async function* sanctions(source: Source): AsyncGenerator<object[]> {
  for await (const rows of pagesOf(source, (page) => repo.listSanctions(source.db, page))) {
    yield rows.map(({ id: _, until, created_at, lifted_at, ...row }) => ({
      ...row,
      until: isoOrNull(until),
      created_at: iso(created_at),
      lifted_at: isoOrNull(lifted_at),
    }))
  }
}

/** Every picture that the person uploaded, in its largest size; `missing` gets those that are not there. */
async function* pictures(source: Source, missing: string[], renew: () => Promise<void>): AsyncGenerator<ZipEntry> {
  const { ctx, db } = source
  let bytes = 0
  for await (const rows of pagesOf(source, (page) => repo.listPictures(db, page))) {
    for (const { media_key, ...pixels } of rows) {
      await renew()
      const name = pathOf(media_key)
      const size = sizesOf(pixels).at(-1) ?? 'detail'
      const body = bytes < PICTURES_MAX_BYTES ? await ctx.storage.get(media_key + PRESETS[size].suffix) : null
      if (!body) {
        missing.push(name)
        continue
      }
      bytes += body.length
      yield { name, content: [body], packed: true }
    }
  }
}
