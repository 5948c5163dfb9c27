/** Who finds a note or a comment in which state, in every place that shows it (docs/product.md#moderation). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as adminComments from '@shiliu/contract/admin/comments'
import * as moderation from '@shiliu/contract/admin/moderation'
import * as adminPosts from '@shiliu/contract/admin/posts'
import { mine } from '@shiliu/contract/appeals'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import { MODERATION_STATES, type ModerationState } from '@shiliu/contract/moderation'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as site from '@shiliu/contract/site'
import * as tags from '@shiliu/contract/tags'
import * as users from '@shiliu/contract/users'
import { describe, expect, it, onTestFinished } from 'vitest'
import { decideOnComments } from '#modules/comments/comment-states.service.ts'
import { SITE } from '#modules/moderation/history.service.ts'
import { tx } from '#platform/db/tx.ts'
import { counterDrift } from './counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser, type TestUser } from './factories.ts'
import { createTestApp } from './test-app.ts'

const WORD = '石榴熟了'
const SAID = '枝头那颗最红'
const PAGE = '<!doctype html><html><head><title>小石榴</title></head><body><div id="root"></div></body></html>'

const param = (id: number | string) => ({ params: { id: String(id) } })

/** A note with all that refers to it, and one person of each kind. */
async function stage() {
  const webDir = await mkdtemp(join(tmpdir(), 'shiliu-states-'))
  onTestFinished(() => rm(webDir, { recursive: true }))
  await writeFile(join(webDir, 'index.html'), PAGE)
  const test = await createTestApp({}, { webDir })
  const { ctx } = test
  const author = await makeUser(ctx)
  const follower = await makeUser(ctx)
  const user = await makeUser(ctx)
  const moderator = await makeAdmin(ctx, 'moderator')
  const category = await makeCategory(ctx)
  await test.ok(follows.create, { ...param(author.user_id), token: follower.token })
  const note = { title: WORD, content: `正文 [@${follower.nickname}:${follower.user_id}]`, category_id: category.id }
  const { id } = await makePost(ctx, author, { ...note, tags: [WORD] })
  const say = async ({ token }: TestUser, content: string, parent_id: number | null = null) =>
    (await test.ok(comments.create, { body: { post_id: id, content, parent_id }, token })).id
  const like = ({ token }: TestUser, target_type: 1 | 2, target_id: number) =>
    test.call(likes.create, { body: { target_type, target_id }, token })
  const decide = (target_type: 1 | 2, target: number, action: moderation.DecisionName) =>
    test.ok(moderation.moderate, {
      body: { target_type, ids: [target], action, reason: '违反社区规则' },
      token: moderator.token,
    })
  const html = async (url: string) => (await test.app.inject({ url })).body
  return { test, author, follower, user, moderator, category, note, id, say, like, decide, html }
}

type Stage = Awaited<ReturnType<typeof stage>>

const tokensOf = ({ author, follower, user, moderator }: Stage) => ({
  guest: undefined,
  user: user.token,
  author: author.token,
  follower: follower.token,
  moderator: moderator.token,
})

const has = (rows: { id: number }[] | undefined, id: number) => rows?.some((row) => row.id === id) ?? false

/** Whether the list of what others do not see of the viewer's own has it. */
async function withheldHas({ test }: Stage, token: string | undefined, type: 1 | 2, id: number): Promise<boolean> {
  const { data } = await test.call(mine, token ? { token } : {})
  return data?.items?.some((item) => item.target_type === type && item.target_id === id) ?? false
}

describe('a note', () => {
  /** Leads a visible note to a state, by what moderators and authors do. */
  async function reach(at: Stage, state: ModerationState): Promise<void> {
    const { test, author, note, id, decide } = at
    if (state === 'visible') return
    if (state === 'hidden') await decide(TARGET.post, id, 'hide')
    else if (state === 'deleted') await decide(TARGET.post, id, 'delete')
    else await decide(TARGET.post, id, 'reject')
    if (state === 'pending') await test.ok(posts.update, { ...param(id), body: note, token: author.token })
  }

  /** Whether each place shows the note to a viewer. */
  async function shownTo(at: Stage, token: string | undefined, commentId: number) {
    const { test, author, user, category, id, html } = at
    const as = token ? { token } : {}
    const listed = async (query: object) => has((await test.ok(posts.list, { query, ...as })).posts, id)
    const answers = async (answer: Promise<{ status: number }>) => (await answer).status === 200
    const found = await test.ok(search.search, { query: { type: 'all', keyword: WORD }, ...as })
    const people = await test.ok(search.search, { query: { type: 'users', keyword: author.nickname }, ...as })
    const suggested = await test.ok(search.suggestions, { query: { keyword: WORD.slice(0, 3) }, ...as })
    const ofUser = await test.ok(users.posts, { ...param(author.user_id), query: {}, ...as })
    const stats = await test.ok(users.getStats, { ...param(author.user_id), ...as })
    const collected = await test.ok(collections.listOfUser, { ...param(user.user_id), query: {}, ...as })
    test.clock.advance(61_000)
    const site_stats = await test.ok(site.stats, as)
    const used = (rows: { name: string; use_count: number }[]) =>
      rows.some((tag) => tag.name === WORD && tag.use_count > 0)
    const page = await html(`/post?id=${id}`)
    return {
      detail: await answers(test.call(posts.get, { ...param(id), query: {}, ...as })),
      'its comments': await answers(test.call(comments.listOfPost, { ...param(id), query: {}, ...as })),
      'its comments by query': await answers(test.call(comments.list, { query: { post_id: String(id) }, ...as })),
      'replies below it': await answers(test.call(comments.replies, { ...param(commentId), query: {}, ...as })),
      'place of a comment': await answers(test.call(comments.place, { ...param(commentId), query: {}, ...as })),
      recommended: await listed({ category: 'recommend' }),
      newest: await listed({}),
      channel: await listed({ category: String(category.id) }),
      keyword: await listed({ keyword: WORD }),
      'of one author': await listed({ user_id: String(author.id) }),
      'of one author, most liked': await listed({ user_id: String(author.id), sort: 'like_count' }),
      profile: has(ofUser.posts, id),
      search: has(found.data, id),
      'search by tag': has((await test.ok(search.searchPosts, { query: { tag: WORD }, ...as })).posts.data, id),
      'tags of the search': found.tagStats?.some(({ label }) => label === WORD) ?? false,
      'covers of its author': people.users?.data.some(({ covers }) => has(covers, id)) ?? false,
      suggestions: suggested.suggestions.includes(WORD),
      tags: used(await test.ok(tags.list, as)),
      'hot tags': used(await test.ok(tags.hot, { query: {}, ...as })),
      collections: has(collected.collections, id),
      'likes of the stats': stats.likes_and_collects > 0,
      'first screen': (await html('/')).includes(WORD),
      'HTML of its page': page.includes(WORD),
      'link preview': /og:title" content="[^"]*石榴熟了/.test(page),
      'own withheld': await withheldHas(at, token, TARGET.post, id),
      'site stats': site_stats.posts > 0 || site_stats.likes > 0 || site_stats.comments > 0,
    }
  }

  it.each(MODERATION_STATES)('that is %s is found by whom it concerns, and nowhere else', async (state) => {
    const at = await stage()
    const { test, author, follower, user, moderator, id, say, like } = at
    const commentId = await say(user, SAID)
    await like(user, TARGET.post, id)
    await test.ok(collections.create, { ...param(id), token: user.token })
    await reach(at, state)
    const isVisible = state === 'visible'
    const ownPlaces = ['detail', 'its comments', 'its comments by query', 'replies below it', 'place of a comment']
    for (const [viewer, token] of Object.entries(tokensOf(at))) {
      const isOwn = viewer === 'author' && state !== 'deleted'
      const places = await shownTo(at, token, commentId)
      const expected = Object.keys(places).map((place) => [place, isVisible || (isOwn && ownPlaces.includes(place))])
      const withheld = { 'own withheld': viewer === 'author' && !isVisible }
      expect({ viewer, ...places }).toEqual({ viewer, ...Object.fromEntries(expected), ...withheld })
    }

    const inbox = async (who: TestUser) => {
      const { token } = who
      const { notifications: rows } = await test.ok(notifications.list, { query: {}, token })
      return rows.filter((row) => row.target_id === id && row.type !== 8).map((row) => row.type)
    }
    const unread = async ({ token }: TestUser) => (await test.ok(notifications.unreadByType, { token })) as object
    expect((await inbox(author)).toSorted()).toEqual(isVisible ? [1, 3, 4] : [])
    expect(await inbox(follower)).toEqual(isVisible ? [7] : [])
    expect(await unread(author)).toMatchObject({ likes: isVisible ? 1 : 0, collections: isVisible ? 1 : 0 })
    const liked = await test.ok(likes.listOfUser, { ...param(user.user_id), query: {}, token: user.token })
    expect(has(liked.posts, id)).toBe(isVisible)

    const status = isVisible ? 200 : 404
    expect((await like(follower, TARGET.post, id)).status).toBe(status)
    expect((await test.call(collections.create, { ...param(id), token: follower.token })).status).toBe(status)
    const body = { post_id: id, content: '你好', parent_id: null }
    expect((await test.call(comments.create, { body, token: author.token })).status).toBe(status)

    const own = await test.call(posts.get, { ...param(id), query: {}, token: author.token })
    const told = { pending: null, hidden: '违反社区规则', rejected: '违反社区规则', visible: null, deleted: null }
    const shown =
      isVisible || state === 'deleted' ? undefined : { state, reason: told[state], can_appeal: state !== 'pending' }
    expect(own.data?.moderation).toEqual(shown)
    const row = await test.call(adminPosts.posts.get, { ...param(id), token: moderator.token })
    expect(row).toMatchObject(state === 'deleted' ? { status: 404 } : { data: { id, state } })
    const table = await test.ok(adminPosts.posts.list, { query: {}, token: moderator.token })
    expect(has(table.data, id)).toBe(state !== 'deleted')
    const ofState = await test.ok(adminPosts.posts.list, { query: { state }, token: moderator.token })
    expect(ofState.data.map((found) => found.id)).toEqual([id])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('that is a draft in the trash is not among its author’s drafts', async () => {
    const { test, author } = await stage()
    const draft = await makePost(test.ctx, author, { is_draft: true })
    const drafts = async () =>
      (await test.ok(posts.list, { query: { is_draft: '1' }, token: author.token })).posts.map(({ id }) => id)
    expect(await drafts()).toEqual([draft.id])
    await test.ok(posts.remove, { ...param(draft.id), token: author.token })
    expect(await drafts()).toEqual([])
    await test.ok(posts.restore, { ...param(draft.id), token: author.token })
    expect(await drafts()).toEqual([draft.id])
  })
})

describe('a comment', () => {
  it.each(MODERATION_STATES)('that is %s is found by whom it concerns, and nowhere else', async (state) => {
    const at = await stage()
    const { test, author, follower, user, moderator, id, say, like, decide } = at
    const rootId = await say(follower, '楼上')
    const commentId = await say(user, SAID, rootId)
    const replyId = await say(follower, '回复', commentId)
    await like(author, TARGET.comment, commentId)
    if (state === 'pending') {
      const next = { state, reason: null }
      const submission = { actor: SITE, action: 'submit', reason: null } as const
      await tx(test.ctx, (t) => decideOnComments(t, submission, [commentId], () => next))
    }
    if (state === 'hidden') await decide(TARGET.comment, commentId, 'hide')
    if (state === 'rejected') await decide(TARGET.comment, commentId, 'reject')
    if (state === 'deleted') await decide(TARGET.comment, commentId, 'delete')
    const isVisible = state === 'visible'

    for (const [viewer, token] of Object.entries(tokensOf(at))) {
      const as = token ? { token } : {}
      const threads = await test.ok(comments.listOfPost, { ...param(id), query: {}, ...as })
      const [thread] = threads.comments
      const ofRoot = await test.ok(comments.replies, { ...param(rootId), query: { deep: '1' }, ...as })
      const status = async (answer: Promise<{ status: number }>) => (await answer).status
      const note = await test.ok(posts.get, { ...param(id), query: { skipViewCount: 'true' }, ...as })
      test.clock.advance(61_000)
      expect({
        viewer,
        replies: ofRoot.comments.map((reply) => reply.id),
        total: ofRoot.pagination.total,
        'in the thread': thread?.replies.map((reply) => reply.id),
        'total of the thread': thread?.reply_total,
        'direct replies of the thread': thread?.reply_count,
        'total of the note': threads.pagination.total,
        'comments of the note': note.comment_count,
        'replies below it': await status(test.call(comments.replies, { ...param(commentId), query: {}, ...as })),
        place: await status(test.call(comments.place, { ...param(commentId), query: {}, ...as })),
        'place of a reply': await status(test.call(comments.place, { ...param(replyId), query: {}, ...as })),
        'site stats': (await test.ok(site.stats, as)).comments,
        'own withheld': await withheldHas(at, token, TARGET.comment, commentId),
        'HTML of the note': (await at.html(`/post?id=${id}`)).includes(SAID),
      }).toEqual({
        viewer,
        replies: isVisible ? [commentId, replyId] : [],
        total: isVisible ? 2 : 0,
        'in the thread': isVisible ? [commentId, replyId] : [],
        'total of the thread': isVisible ? 2 : 0,
        'direct replies of the thread': isVisible ? 1 : 0,
        'total of the note': isVisible ? 3 : 1,
        'comments of the note': isVisible ? 3 : 1,
        'replies below it': isVisible ? 200 : 404,
        place: isVisible ? 200 : 404,
        'place of a reply': isVisible ? 200 : 404,
        'site stats': isVisible ? 3 : 1,
        'own withheld': viewer === 'user' && !isVisible,
        'HTML of the note': false,
      })
    }

    const told = async ({ token }: TestUser) => {
      const { notifications: rows } = await test.ok(notifications.list, { query: {}, token })
      return rows.filter((row) => row.type !== 8).flatMap((row) => row.comment_id ?? [])
    }
    expect(await told(author)).toEqual(isVisible ? [replyId, commentId, rootId] : [rootId])
    expect(await told(follower)).toEqual(isVisible ? [commentId] : [])
    expect(await told(user)).toEqual(isVisible ? [commentId, replyId] : [])
    const status = isVisible ? 200 : 404
    expect((await like(follower, TARGET.comment, commentId)).status).toBe(status)
    const body = { post_id: id, content: '再回', parent_id: commentId }
    expect((await test.call(comments.create, { body, token: author.token })).status).toBe(status)
    const row = await test.call(adminComments.comments.get, { ...param(commentId), token: moderator.token })
    expect(row).toMatchObject(state === 'deleted' ? { status: 404 } : { data: { id: commentId, state } })
    const ofState = await test.ok(adminComments.comments.list, { query: { state }, token: moderator.token })
    expect(has(ofState.data, commentId)).toBe(true)
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})
