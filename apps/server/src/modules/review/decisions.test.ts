import { categories } from '@shiliu/contract/admin/categories'
import * as moderation from '@shiliu/contract/admin/moderation'
import { users } from '@shiliu/contract/admin/users'
import { mine } from '@shiliu/contract/appeals'
import * as comments from '@shiliu/contract/comments'
import { TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { describe, expect, it } from 'vitest'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { counterDrift } from '#test/counters.ts'
import { emptyTrash, makeAdmin, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const param = (id: number) => ({ params: { id: String(id) } })
const REASON = '含有广告'

async function stage() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const { token } = await makeAdmin(test.ctx, 'moderator')
  const { id } = await makePost(test.ctx, author, { title: '晚霞' })
  const decide = (action: moderation.DecisionName, ids = [id], more: { seen_at?: string; target_type?: 1 | 2 } = {}) =>
    test.call(moderation.moderate, { body: { target_type: TARGET.post, ids, action, reason: REASON, ...more }, token })
  const undo = (undo_id: number) => test.call(moderation.undo, { body: { undo_id }, token })
  const history = async (of = id) =>
    (await test.ok(moderation.history, { query: { target_type: String(TARGET.post), target_id: String(of) }, token }))
      .history
  const stateOf = async (of = id) =>
    (await test.ctx.db.selectFrom('posts').select('state').where('id', '=', of).executeTakeFirst())?.state
  const save = async (fields: object = {}) => {
    const { title, content, category_id } = await test.ok(posts.get, { ...param(id), query: {}, token: author.token })
    return test.call(posts.update, {
      ...param(id),
      body: { title, content, category_id, ...fields },
      token: author.token,
    })
  }
  const told = async ({ token: of }: TestUser) =>
    (await test.ok(notifications.list, { query: {}, token: of })).notifications.map(({ type, title }) => [type, title])
  return { test, author, token, id, decide, undo, history, stateOf, save, told }
}

describe('a decision', () => {
  it('needs a reason where it takes something away', async () => {
    const { test, token, id, stateOf } = await stage()
    for (const action of ['reject', 'hide', 'delete'] as const) {
      const body = { target_type: TARGET.post, ids: [id], action, reason: ' ' }
      const answer = await test.call(moderation.moderate, { body, token })
      expect(answer).toMatchObject({ status: 400, field: 'reason', message: '请填写原因' })
    }
    expect(await stateOf()).toBe('visible')
  })

  it('that another has made is refused, and changes only what it applies to', async () => {
    const { test, author, id, decide, history } = await stage()
    expect(await decide('approve')).toMatchObject({ status: 409, error: 'already_moderated' })
    expect(await decide('hide')).toMatchObject({ status: 200, data: { changed: 1 } })
    expect(await decide('hide')).toMatchObject({ status: 409, error: 'already_moderated' })
    const other = await makePost(test.ctx, author)
    expect(await decide('hide', [id, other.id, 999_999])).toMatchObject({ status: 200, data: { changed: 1 } })
    expect(await decide('hide', [999_999])).toMatchObject({ status: 409, error: 'already_moderated' })
    expect(await history()).toMatchObject([{ action: 'hide', reason: REASON, from: 'visible', to: 'hidden' }])
  })

  it('does not approve what its author changed after the moderator saw it', async () => {
    const { test, decide, save, stateOf } = await stage()
    await decide('reject')
    await save()
    expect(await stateOf()).toBe('pending')
    const seen_at = new Date(test.clock.now()).toISOString()
    await save({ title: '偷偷换掉' })
    expect(await decide('approve', undefined, { seen_at })).toMatchObject({ status: 409, error: 'changed_since_seen' })
    expect(await stateOf()).toBe('pending')
    const again = new Date(test.clock.now()).toISOString()
    expect((await decide('approve', undefined, { seen_at: again })).status).toBe(200)
  })

  it('tells the author, with the reason', async () => {
    const { author, decide, undo, told } = await stage()
    const { data } = await decide('hide')
    await undo(data.undo_id)
    await decide('reject')
    await decide('approve')
    expect(await told(author)).toEqual([
      [8, `你的笔记《晚霞》通过了审核：${REASON}`],
      [8, `你的笔记《晚霞》没有通过审核：${REASON}`],
      [8, '你的笔记《晚霞》的处理已撤销'],
      [8, `你的笔记《晚霞》被隐藏了：${REASON}`],
    ])
  })

  it('that approves tells whom the note mentions, once', async () => {
    const { test, author, decide, save, told } = await stage()
    const friend = await makeUser(test.ctx)
    await decide('reject')
    await save({ content: `[@${friend.nickname}:${friend.user_id}]` })
    expect(await told(friend)).toEqual([])
    await decide('approve')
    expect(await told(friend)).toEqual([[7, '在笔记中提到了你']])
    const { data } = await decide('hide')
    expect(await told(friend)).toEqual([])
    expect((await decide('restore')).status).toBe(200)
    expect(data.changed).toBe(1)
    expect(await told(friend)).toEqual([[7, '在笔记中提到了你']])
    expect((await told(author))[0]).toEqual([8, `你的笔记《晚霞》已恢复：${REASON}`])
  })
})

describe('what its author does', () => {
  it('sends a rejected note to review again, and leaves a hidden one hidden', async () => {
    const { test, author, id, decide, save, stateOf, history } = await stage()
    await decide('reject')
    expect((await save({ is_draft: 1 })).status).toBe(200)
    expect(await stateOf()).toBe('rejected')
    await save()
    expect(await stateOf()).toBe('pending')
    expect((await history())[0]).toMatchObject({ action: 'submit', actor: author.nickname, to: 'pending' })
    await decide('hide')
    for (const is_draft of [0, 1, 0] as const) await save({ is_draft, title: '换个标题' })
    expect(await stateOf()).toBe('hidden')
    expect((await test.call(posts.get, { ...param(id), query: {} })).status).toBe(404)
  })

  it('does not bring back what a moderator deleted, nor show what was hidden before', async () => {
    const { test, author, id, decide, stateOf } = await stage()
    const { token } = author
    await decide('delete')
    expect((await test.call(posts.restore, { ...param(id), token })).status).toBe(404)
    await decide('restore')
    await decide('hide')
    await test.ok(posts.remove, { ...param(id), token })
    const stranger = await makeUser(test.ctx)
    expect((await test.call(posts.restore, { ...param(id), token: stranger.token })).status).toBe(404)
    await test.ok(posts.restore, { ...param(id), token })
    expect(await stateOf()).toBe('hidden')
    await test.ok(posts.remove, { ...param(id), token })
    expect((await decide('restore')).status).toBe(200)
    expect(await stateOf()).toBe('hidden')
  })

  it('brings back its own deletion after a moderator’s restoring was undone', async () => {
    const { test, author, id, decide, undo, stateOf } = await stage()
    await test.ok(posts.remove, { ...param(id), token: author.token })
    await undo((await decide('restore')).data.undo_id)
    expect(await stateOf()).toBe('deleted')
    await test.ok(posts.restore, { ...param(id), token: author.token })
    expect(await stateOf()).toBe('visible')
  })
})

describe('undoing', () => {
  it('skips what changed since, and is done once', async () => {
    const { test, author, id, decide, undo, stateOf } = await stage()
    const other = await makePost(test.ctx, author)
    const { data } = await decide('hide', [id, other.id])
    await decide('restore', [other.id])
    expect(await undo(data.undo_id)).toMatchObject({ status: 200, data: { changed: 1, skipped: 1 } })
    expect([await stateOf(), await stateOf(other.id)]).toEqual(['visible', 'visible'])
    expect(await undo(data.undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
    expect(await undo(999_999)).toMatchObject({ status: 404, error: 'record_not_found' })
  })

  it('goes back one decision after the other', async () => {
    const { decide, undo, stateOf, history } = await stage()
    const first = await decide('reject')
    const second = await decide('hide')
    expect(await undo(first.data.undo_id)).toMatchObject({ status: 409 })
    await undo(second.data.undo_id)
    expect(await stateOf()).toBe('rejected')
    expect(await undo(first.data.undo_id)).toMatchObject({ status: 200 })
    expect(await stateOf()).toBe('visible')
    expect((await history()).map(({ action, undone }) => [action, undone])).toEqual([
      ['undo', false],
      ['undo', false],
      ['hide', true],
      ['reject', true],
    ])
  })
})

describe('what its author deleted', () => {
  it.each(['hide', 'reject', 'delete'] as const)(
    'is the moderator’s deletion after %s, until that is undone',
    async (action) => {
      const { test, author, id, decide, undo, stateOf, told } = await stage()
      const { token } = author
      const own = { ...param(id), token }
      await test.ok(posts.remove, own)
      const { data } = await decide(action)
      expect(data).toMatchObject({ changed: 1 })
      expect((await told(author))[0]?.[1]).toContain(REASON)
      expect(await decide(action)).toMatchObject({ status: 409, error: 'already_moderated' })
      expect(await test.call(posts.restore, own)).toMatchObject({ status: 404 })
      expect((await test.ok(mine, { token })).items).toMatchObject([
        { moderation: { state: 'deleted', can_appeal: true } },
      ])
      expect(await undo(data.undo_id)).toMatchObject({ status: 200 })
      expect(await stateOf()).toBe('deleted')
      expect((await test.ok(mine, { token })).items).toEqual([])
      await test.ok(posts.restore, own)
      expect(await stateOf()).toBe('visible')
      expect(await counterDrift(test.ctx)).toEqual([])
    },
  )

  it('comes back as it was before its author deleted it', async () => {
    const { test, author, id, decide, stateOf } = await stage()
    await decide('reject')
    await test.ok(posts.remove, { ...param(id), token: author.token })
    await decide('delete')
    expect(await decide('restore')).toMatchObject({ status: 200 })
    expect(await stateOf()).toBe('rejected')
  })

  it('is so for comments, too', async () => {
    const { test, author, id, decide } = await stage()
    const { token } = author
    const said = await test.ok(comments.create, { body: { post_id: id, content: '加微信', parent_id: null }, token })
    await test.ok(comments.remove, { ...param(said.id), token })
    expect(await decide('delete', [said.id], { target_type: TARGET.comment })).toMatchObject({ status: 200 })
    expect(await test.call(comments.restore, { ...param(said.id), token })).toMatchObject({ status: 404 })
  })
})

describe('what its author changed while it was hidden', () => {
  it('is not shown by undoing, nor by who saw it before; who looks again restores it', async () => {
    const { test, decide, undo, save, stateOf } = await stage()
    const { data } = await decide('hide')
    const seen_at = new Date(test.clock.now()).toISOString()
    await save({ title: '偷偷换掉' })
    expect(await undo(data.undo_id)).toMatchObject({ status: 409, error: 'changed_since_seen' })
    expect(await decide('restore', undefined, { seen_at })).toMatchObject({ status: 409, error: 'changed_since_seen' })
    expect(await stateOf()).toBe('hidden')
    const again = new Date(test.clock.now()).toISOString()
    expect(await decide('restore', undefined, { seen_at: again })).toMatchObject({ status: 200 })
  })

  it('is left by undoing many, which counts it', async () => {
    const { test, author, id, decide, undo, save, stateOf } = await stage()
    const other = await makePost(test.ctx, author)
    const { data } = await decide('hide', [id, other.id])
    await save({ title: '偷偷换掉' })
    expect(await undo(data.undo_id)).toMatchObject({ data: { changed: 1, skipped: 1 } })
    expect([await stateOf(), await stateOf(other.id)]).toEqual(['hidden', 'visible'])
  })

  it('does not matter while it is a draft', async () => {
    const { decide, undo, save, stateOf } = await stage()
    const { data } = await decide('hide')
    await save({ title: '还没写完', is_draft: 1 })
    expect(await undo(data.undo_id)).toMatchObject({ status: 200 })
    expect(await stateOf()).toBe('visible')
  })
})

describe('at once', () => {
  it('two undo the same: one does, the other reads that it is done', async () => {
    const { test, id, decide, undo, history, stateOf } = await stage()
    for (let round = 0; round < 3; round++) {
      const { data } = await decide('hide')
      const answers = await Promise.all(Array.from({ length: 4 }, () => undo(data.undo_id)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      expect(await stateOf()).toBe('visible')
    }
    expect((await history()).filter(({ action }) => action === 'undo')).toHaveLength(3)
    expect((await test.ctx.db.selectFrom('posts').select('is_private').where('id', '=', id).execute())[0]).toEqual({
      is_private: 0,
    })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('hiding, restoring, undoing and purging by many leaves rows that agree', async () => {
    const { test, author, id, decide, undo, stateOf } = await stage()
    const others = await Promise.all([makePost(test.ctx, author), makePost(test.ctx, author)])
    const ids = [id, ...others.map((post) => post.id)]
    for (let round = 0; round < 4; round++) {
      const { data } = await decide('hide', ids)
      const { data: deletion } = await decide('delete', ids.slice(1))
      const answers = await Promise.all([
        ...[data, deletion, data].map((of) => (of ? undo(of.undo_id) : null)),
        decide('restore', ids.toReversed()),
        decide('hide', ids),
        decide('delete', ids.slice(0, 2)),
        ...(round === 3 ? [emptyTrash(test)] : []),
      ])
      for (const answer of answers) expect(answer?.status ?? 200).toBeOneOf([200, 404, 409])
      expect(await counterDrift(test.ctx)).toEqual([])
    }
    const trashed = await test.ctx.db.selectFrom('trash').select('target_id').orderBy('target_id').execute()
    const deleted = []
    for (const of of ids) if ((await stateOf(of)) === 'deleted') deleted.push(of)
    expect(trashed.map(({ target_id }) => target_id)).toEqual(deleted)
  })
})

describe('what is gone', () => {
  it('is not brought back by undoing or restoring, in words', async () => {
    const { test, decide, undo } = await stage()
    const { data: hiding } = await decide('hide')
    const { data } = await decide('delete')
    await emptyTrash(test)
    for (const { undo_id } of [data, hiding]) {
      expect(await undo(undo_id)).toMatchObject({ status: 409, message: '已经撤销过，或之后又被改动，不能撤销' })
    }
    expect(await decide('restore')).toMatchObject({ status: 409, error: 'already_moderated' })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('an undoing is not undone', async () => {
    const { test, decide, undo, stateOf } = await stage()
    await undo((await decide('hide')).data.undo_id)
    const undoing = await test.ctx.db
      .selectFrom('moderation_actions')
      .select('id')
      .where('action', '=', 'undo')
      .executeTakeFirstOrThrow()
    expect(await undo(undoing.id)).toMatchObject({ status: 409, error: 'already_undone' })
    expect(await stateOf()).toBe('visible')
  })

  it('the author: the note stays hidden while the account is in the trash, and goes with it', async () => {
    const { test, author, id, decide, undo, stateOf } = await stage()
    const owner = await makeAdmin(test.ctx)
    const { data } = await decide('delete')
    await test.ok(users.remove, { ...param(author.id), token: owner.token })
    expect(await undo(data.undo_id)).toMatchObject({ status: 200 })
    expect(await stateOf()).toBe('visible')
    expect(await test.call(posts.get, { ...param(id), query: {} })).toMatchObject({ status: 404 })
    await test.ok(users.restore, { body: { ids: [author.id] }, token: owner.token })
    expect(await test.call(posts.get, { ...param(id), query: {} })).toMatchObject({ status: 200 })
    const again = await decide('hide')
    await test.ok(users.remove, { ...param(author.id), token: owner.token })
    await emptyTrash(test)
    expect(await undo(again.data.undo_id)).toMatchObject({ status: 409 })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('the category: the note comes back without one', async () => {
    const { test, author, decide, undo, stateOf, id } = await stage()
    const owner = await makeAdmin(test.ctx)
    const { data } = await decide('delete')
    const { category_id } = await test.ctx.db
      .selectFrom('posts')
      .select('category_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await test.ok(categories.remove, { ...param(category_id ?? 0), token: owner.token })
    await test.ctx.db.updateTable('trash').set({ purge_at: 0 }).where('target_type', '=', 5).execute()
    await purgeTrash(test.ctx)
    expect(await undo(data.undo_id)).toMatchObject({ status: 200 })
    expect(await stateOf()).toBe('visible')
    const note = await test.ok(posts.get, { ...param(id), query: {}, token: author.token })
    expect(note.category_id).toBeNull()
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

it('deciding, editing and purging at once leaves one state and right counters', async () => {
  const { test, author, id, decide, save, stateOf } = await stage()
  const body = { post_id: id, content: '好看', parent_id: null }
  const said = await test.ok(comments.create, { body, token: author.token })
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([
      decide('hide'),
      decide('delete'),
      decide('restore'),
      decide('reject'),
      decide('hide', [said.id], { target_type: TARGET.comment }),
      decide('delete', [said.id], { target_type: TARGET.comment }),
      decide('restore', [said.id], { target_type: TARGET.comment }),
      test.call(posts.remove, { ...param(id), token: author.token }),
      test.call(posts.restore, { ...param(id), token: author.token }),
      ...(round === 4 ? [emptyTrash(test)] : []),
    ])
    for (const answer of answers) expect(answer?.status ?? 200).toBeOneOf([200, 404, 409])
    expect(await counterDrift(test.ctx)).toEqual([])
  }
  const isThere = (await stateOf()) !== undefined
  const trashed = await test.ctx.db.selectFrom('trash').select('id').where('target_type', '=', TARGET.post).execute()
  expect(trashed).toHaveLength(isThere && (await stateOf()) === 'deleted' ? 1 : 0)
  if (isThere && (await stateOf()) !== 'deleted') expect((await save()).status).toBe(200)
})
