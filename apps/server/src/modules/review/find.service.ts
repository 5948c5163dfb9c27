/** Finds what somebody has an address, an id, a name or a phrase of, in a fixed number of reads. */

import { FIND, FIND_KINDS, type FindHit, type FindKind, type find } from '@shiliu/contract/admin/find'
import { ROLE_WORDS, roleSuffices } from '@shiliu/contract/admin/roles'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { fromPlainText, parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { noteView } from '#modules/admin/pending-audits.service.ts'
import { isTooLong } from '#platform/db/errors.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import type { SearchKind } from '#platform/search/search.ts'
import { GRANULARITY } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import * as repo from './find.repo.ts'

/** Words of a phrase that are looked for in what has no search index. */
const WORDS_MAX = 5

type Named = { ids: Partial<Record<FindKind, number>>; publicId?: string | undefined }

/** What an address of the site names; null for anything else. Hosts are not compared: a site may have several. */
export function namedIn(text: string): Named | null {
  const match = /^(?:https?:\/\/[^/\s]+)?(\/[^\s]*)$/i.exec(text) ?? /^[^/\s]+\.[^/\s]+(\/[^\s]*)$/.exec(text)
  if (!match?.[1]) return null
  const url = URL.parse(match[1], 'http://site.invalid')
  if (!url) return null
  const parts = url.pathname.split('/').filter(Boolean).map(decoded)
  const id = (value: string | null | undefined) => (/^[1-9]\d{0,14}$/.test(value ?? '') ? Number(value) : undefined)
  const [first, second, third] = parts
  if (first === 'post') {
    const comments = id(url.searchParams.get('targetCommentId'))
    const posts = id(second) ?? id(url.searchParams.get('id'))
    return comments === undefined ? named({ posts }) : named({ comments })
  }
  if (first === 'user' && second) return { ids: {}, publicId: second }
  if (first !== 'admin') return null
  const kind = FIND_KINDS.find((one) => one === second)
  const target = id(third) ?? id(url.searchParams.get('view')) ?? id(url.searchParams.get('id'))
  return kind ? named({ [kind]: target }) : null
}

function named(ids: Partial<Record<FindKind, number | undefined>>): Named | null {
  const [entry] = Object.entries(ids)
  return entry?.[1] === undefined ? null : { ids: { [entry[0]]: entry[1] } }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Found = OutputOf<typeof find>
type Hits = Record<FindKind, FindHit[]>

/** What a phrase is looked for by; `texts` holds its words as they are stored, for what has no search index. */
type Phrase = { text: string; texts: { plain: string; rich: string }[] }

function phraseOf(text: string): Phrase {
  const words = text.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  return { text, texts: words.map((plain) => ({ plain, rich: fromPlainText(plain) })) }
}

/** Exact ones first. Administrators only for who may read their table. The trail says who saw what is not public. */
export async function findAnything(ctx: Ctx, viewer: AdminViewer, query: string): Promise<Found> {
  if (query === '') return { groups: [], incomplete: false }
  const address = namedIn(query)
  const text = query.replace(/^[@#]/, '')
  const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
  const wanted: Named = address ?? {
    ids: { users: number, posts: number, comments: number } as Named['ids'],
    publicId: text,
  }
  const phrase = address ? null : phraseOf(text)
  const finding = { ctx, viewer, phrase, incomplete: false }
  const mayFindAdmins = roleSuffices(viewer.adminRole, 'owner')
  const hits: Hits = {
    users: await findUsers(ctx, wanted, text, phrase),
    posts: await findPosts(finding, wanted.ids.posts),
    comments: await findComments(finding, wanted.ids.comments),
    tags: phrase === null ? [] : await findTags(ctx, phrase.text),
    admins: phrase === null || !mayFindAdmins ? [] : await findAdmins(ctx, phrase.text),
  }
  const groups = FIND_KINDS.map((kind) => ({ kind, hits: hits[kind] })).filter((group) => group.hits.length > 0)
  return { groups, incomplete: finding.incomplete }
}

type Finding = { ctx: Ctx; viewer: AdminViewer; phrase: Phrase | null; incomplete: boolean }

/** What takes too long leaves the rest standing. */
async function within(finding: Finding, read: (phrase: Phrase) => Promise<number[]>): Promise<number[]> {
  if (!finding.phrase || finding.phrase.texts.length === 0) return []
  try {
    return await read(finding.phrase)
  } catch (error) {
    if (!isTooLong(error)) throw error
    finding.incomplete = true
    return []
  }
}

/** The exact ids first, then the newest that match. */
async function idsOf(ctx: Ctx, kinds: SearchKind[], exact: (number | undefined)[], phrase: Phrase | null) {
  const ids = exact.filter((id) => id !== undefined)
  for (const kind of kinds) {
    const phrases = phrase === null ? [] : keywordPhrases(phrase.text, GRANULARITY[kind])
    if (phrases.length > 0) ids.push(...(await ctx.search.newestIds(ctx.db, kind, phrases, { most: FIND.each })))
  }
  return [...new Set(ids)].slice(0, FIND.each)
}

function inOrder<Row extends { id: number }>(ids: number[], rows: Row[], hit: (row: Row) => FindHit): FindHit[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [hit(row)] : []
  })
}

async function findUsers(
  ctx: Ctx,
  { ids: { users }, publicId }: Named,
  text: string,
  phrase: Phrase | null,
): Promise<FindHit[]> {
  const byPublicId = publicId === undefined ? undefined : await repo.findUserId(ctx.db, publicId)
  const exact = [byPublicId, users]
  const ids = await idsOf(ctx, ['users'], exact, phrase)
  const rows = ids.length === 0 ? [] : await repo.listUsers(ctx.db, ids)
  return inOrder(ids, rows, ({ id, user_id, nickname, avatar, is_active }) => ({
    id,
    title: nickname,
    detail: `小石榴号 ${user_id}，ID ${id}${is_active === 1 ? '' : '，封禁中'}`,
    picture: shownAddress(ctx.storage, avatar),
    state: null,
    exact: exact.includes(id) || (phrase !== null && normalizedKey(nickname) === normalizedKey(text)),
  }))
}

async function findPosts(finding: Finding, post: number | undefined): Promise<FindHit[]> {
  const { ctx, viewer, phrase } = finding
  const indexed = await idsOf(ctx, ['notes', 'drafts'], [post], phrase)
  const withheld = await within(finding, ({ texts }) => repo.listPrivatePostIdsWith(ctx.db, texts, FIND.each))
  const ids = shared(indexed, withheld)
  const rows = ids.length === 0 ? [] : await repo.listPosts(ctx.db, ids)
  for (const { id, title, is_private } of rows) {
    if (is_private === 1) noteView(ctx, viewer, { resource: 'posts', id, name: title })
  }
  return inOrder(ids, rows, ({ id, title, nickname, state, is_draft }) => ({
    id,
    title: title || '无标题',
    detail: `ID ${id}，${nickname}${is_draft === 1 ? '的草稿' : ''}`,
    picture: null,
    state,
    exact: id === post || (phrase !== null && normalizedKey(title) === normalizedKey(phrase.text)),
  }))
}

/** What others do not see has a place even where many others match. */
function shared(indexed: readonly number[], withheld: readonly number[]): number[] {
  const places = Math.max(FIND.each - withheld.length, Math.ceil(FIND.each / 2))
  return [...new Set([...indexed.slice(0, places), ...withheld, ...indexed])].slice(0, FIND.each)
}

async function findComments(finding: Finding, comment: number | undefined): Promise<FindHit[]> {
  const { ctx, viewer } = finding
  const matches = await within(finding, ({ texts }) =>
    repo.listCommentIdsWith(
      ctx.db,
      texts.map(({ rich }) => rich),
      FIND.each,
    ),
  )
  const ids = [...new Set([...(comment === undefined ? [] : [comment]), ...matches])].slice(0, FIND.each)
  const rows = ids.length === 0 ? [] : await repo.listComments(ctx.db, ids)
  return inOrder(ids, rows, ({ id, content, state, nickname, title, is_private }) => {
    const text = [...(plainText(parseRichText(content)).trim() || '[图片]')].slice(0, 100).join('')
    if (is_private === 1) noteView(ctx, viewer, { resource: 'comments', id, name: text })
    return {
      id,
      title: text,
      detail: `ID ${id}，${nickname}在「${title}」下面`,
      picture: null,
      state,
      exact: id === comment,
    }
  })
}

async function findTags(ctx: Ctx, phrase: string): Promise<FindHit[]> {
  return (await repo.listTags(ctx.db, phrase, FIND.each)).map(({ id, name, name_key, use_count }) => ({
    id,
    title: name,
    detail: `${use_count} 篇笔记`,
    picture: null,
    state: null,
    exact: name_key === normalizedKey(phrase),
  }))
}

async function findAdmins(ctx: Ctx, phrase: string): Promise<FindHit[]> {
  return (await repo.listAdmins(ctx.db, phrase, FIND.each)).map(({ id, username, username_key, role }) => ({
    id,
    title: username,
    detail: ROLE_WORDS[role],
    picture: null,
    state: null,
    exact: username_key === normalizedKey(phrase),
  }))
}
