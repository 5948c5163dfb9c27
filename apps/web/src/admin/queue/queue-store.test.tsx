import { moderate, undo } from '@shiliu/contract/admin/moderation'
import { claim, type QueueItem, release } from '@shiliu/contract/admin/queue'
import { expect, it } from 'vitest'
import { fakeServer } from '#test/render.tsx'
import { createQueue } from './queue-store.ts'

const NOW = '2026-09-01T04:00:00.000Z'

function item(target_id: number, more: Partial<QueueItem> = {}): QueueItem {
  const author = { id: 9, user_id: 'u', nickname: '同学', avatar: '', created_at: NOW, post_count: 0 }
  return {
    target_type: 1,
    target_id,
    post_id: target_id,
    title: `第${target_id}篇`,
    content: '正文',
    pictures: [],
    state: 'pending',
    reason: null,
    created_at: NOW,
    updated_at: NOW,
    version: NOW,
    waiting_since: NOW,
    post_title: '',
    below: null,
    category: null,
    tags: [],
    why: null,
    words: [],
    claimed_by: null,
    earlier: [],
    ...more,
    author: { ...author, sanction: null, rejected: 0, hidden: 0 },
  }
}

type Claimed = { items: QueueItem[]; gone?: object[]; waiting?: number }

async function setUp() {
  const server = fakeServer()
  let answer: Claimed = { items: [item(1), item(2), item(3)] }
  server.reply(claim, () => ({
    data: { gone: [], waiting: answer.items.length, until: NOW, ...answer } as never,
  }))
  const queue = createQueue()
  await queue.start()
  const shown = () => {
    const { entries, current } = queue.store.get()
    return entries.find(({ key }) => key === current)
  }
  return { server, queue, shown, answers: (next: Claimed) => (answer = next) }
}

it('shows the next at once, and sends which version was seen', async () => {
  const { server, queue, shown, answers } = await setUp()
  const respond = server.hold(moderate, () => ({ data: { changed: 1, undo_id: 7 } }))
  answers({ items: [item(2), item(3)] })
  queue.decide('approve')
  expect(shown()?.item.target_id).toBe(2)
  expect(queue.store.get()).toMatchObject({ done: 1, waiting: 2 })
  await expect.poll(() => server.requests.some(({ path }) => path === '/admin/moderation')).toBe(true)
  respond()
  const sent = server.requests.find(({ path }) => path === '/admin/moderation')
  expect(sent?.body).toMatchObject({ target_type: 1, ids: [1], action: 'approve', version: NOW, state: 'pending' })
})

it('brings back what failed, with the reason, as the next one', async () => {
  const { server, queue, shown } = await setUp()
  server.reply(moderate, () => ({ status: 503, message: '服务暂时不可用，请稍后再试' }))
  queue.decide('approve')
  await expect.poll(() => queue.store.get().done).toBe(0)
  expect(queue.store.get().said).toBe('没有通过《第1篇》：服务暂时不可用，请稍后再试')
  expect(shown()?.item.target_id).toBe(2)
  queue.move(1)
  expect(shown()).toMatchObject({ item: { target_id: 1 }, notice: '没有通过《第1篇》：服务暂时不可用，请稍后再试' })
})

it('shows the new version of what its author changed meanwhile', async () => {
  const { server, queue, answers } = await setUp()
  server.reply(moderate, () => ({ status: 409, message: '内容刚被作者改过，请再看一遍', error: 'changed_since_seen' }))
  answers({ items: [item(1, { version: '2026-09-01T04:01:00.000Z', content: '新的' }), item(2), item(3)] })
  queue.decide('approve')
  const first = () => queue.store.get().entries.find(({ key }) => key === '1:1')
  await expect.poll(() => first()?.item.content).toBe('新的')
  expect(first()).toMatchObject({ decided: null, notice: '作者刚刚改过，这是新的版本' })
})

it('says what another moderator decided, and drops it', async () => {
  const { server, queue, shown, answers } = await setUp()
  server.reply(moderate, () => ({ status: 409, message: '已经被处理过了', error: 'already_moderated' }))
  const gone = [{ target_type: 1, target_id: 1, state: 'rejected', by: '小林', action: 'reject' }]
  answers({ items: [item(2), item(3)], gone })
  queue.decide('approve')
  await expect.poll(() => queue.store.get().said).toBe('《第1篇》已经由小林处理：拒绝')
  expect(queue.store.get().entries.map(({ item: { target_id } }) => target_id)).toEqual([2, 3])
  expect(shown()?.item.target_id).toBe(2)
})

const CLAIMS = '/admin/queue/claims'

it('gives back what it holds while nobody looks, and holds it again afterwards', async () => {
  const { server, queue, answers } = await setUp()
  server.reply(release, () => ({}))
  const sent = () => server.requests.map(({ method, path }) => `${method} ${path}`)
  queue.pause()
  queue.pause()
  await queue.refresh()
  await expect.poll(sent).toEqual([`POST ${CLAIMS}`, `DELETE ${CLAIMS}`])
  answers({
    items: [item(2), item(3)],
    gone: [{ target_type: 1, target_id: 1, state: 'pending', by: '小林', action: null }],
  })
  queue.resume()
  await expect.poll(() => queue.store.get().said).toBe('《第1篇》由小林在看')
  expect(server.requests.at(-1)?.body).toMatchObject({ holding: [1, 2, 3].map((id) => ({ target_id: id })) })
})

it('gives back what was claimed while it was left', async () => {
  const { server, queue } = await setUp()
  server.reply(release, () => ({}))
  const respond = server.hold(claim, () => ({ data: { items: [item(4)], gone: [], waiting: 1, until: NOW } as never }))
  const fetched = queue.refresh()
  await expect.poll(() => server.requests.length).toBe(2)
  queue.close()
  respond()
  await fetched
  await expect.poll(() => server.requests.filter(({ method }) => method === 'DELETE').length).toBe(2)
})

it('takes back the last decision, also one that is still being sent', async () => {
  const { server, queue, shown } = await setUp()
  const respond = server.hold(moderate, () => ({ data: { changed: 1, undo_id: 7 } }))
  server.reply(undo, () => ({ data: { changed: 1, skipped: 0, job_id: null } }))
  queue.decide('reject', '广告或引流')
  const undone = queue.undo()
  await expect.poll(() => server.requests.some(({ path }) => path === '/admin/moderation')).toBe(true)
  respond()
  expect(await undone).toBe('已撤销：拒绝《第1篇》')
  expect(shown()?.item.target_id).toBe(1)
  expect(queue.store.get().done).toBe(0)
  expect(await queue.undo()).toBeNull()
})
