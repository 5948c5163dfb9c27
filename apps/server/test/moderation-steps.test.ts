/** A thousand random steps of moderators and authors leave every counter right, and undoing brings a site back. */
import { categories as officeCategories } from '@shiliu/contract/admin/categories'
import { comments as officeComments } from '@shiliu/contract/admin/comments'
import * as jobs from '@shiliu/contract/admin/jobs'
import * as moderation from '@shiliu/contract/admin/moderation'
import { posts as officePosts } from '@shiliu/contract/admin/posts'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { tags as officeTags } from '@shiliu/contract/admin/tags'
import { users as officeUsers } from '@shiliu/contract/admin/users'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import { expect, it } from 'vitest'
import { openSession } from '#modules/auth/sessions.service.ts'
import { workOnJobs } from '#modules/review/job-runner.service.ts'
import { AppError } from '#platform/errors.ts'
import { seededRandom } from '../src/demo/random.ts'
import { counterDrift } from './counters.ts'
import { emptyTrash, makeAdmin, makeCategory, makePost, makeUser } from './factories.ts'
import { siteRows } from './site-rows.ts'
import { createTestApp } from './test-app.ts'

const STEPS = 1000
const DECISIONS = 120
const TAGS = ['春', '夏', '秋']

const param = (id: number) => ({ params: { id: String(id) } })

async function stage(seed: number) {
  const random = seededRandom(seed)
  const test = await createTestApp()
  const { ctx } = test
  const moderator = await makeAdmin(ctx, 'moderator')
  const people = [await makeUser(ctx), await makeUser(ctx), await makeUser(ctx)]
  const channels = [await makeCategory(ctx), await makeCategory(ctx)]
  const noteIds: number[] = []
  const commentIds: number[] = []
  const undoIds: number[] = []

  const fields = () => ({
    title: `校园${random.int(1, 99)}`,
    content: `正文 [@${random.pick(people).nickname}:${random.pick(people).user_id}]`,
    category_id: random.pick(channels).id,
    tags: random.sample(TAGS, random.int(0, 3)),
  })
  const publish = async () => {
    // Refused where the author or the category is in the trash.
    const made = await makePost(ctx, random.pick(people), fields()).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    if (made) noteIds.push(made.id)
  }
  const comment = async () => {
    const parent_id = random.chance(0.5) && commentIds.length > 0 ? random.pick(commentIds) : null
    const parent =
      parent_id && (await ctx.db.selectFrom('comments').selectAll().where('id', '=', parent_id).executeTakeFirst())
    const post_id = parent ? parent.post_id : random.pick(noteIds)
    const body = { post_id, content: '说一句', parent_id }
    const answer = await test.call(comments.create, { body, token: random.pick(people).token })
    if (answer.status === 200) commentIds.push(answer.data.id)
    return answer
  }
  const decide = async () => {
    const target_type = random.pick([TARGET.post, TARGET.comment] as const)
    const ids = random.sample(target_type === TARGET.post ? noteIds : commentIds, random.int(1, 4))
    const body = { target_type, ids, action: random.pick(moderation.DECISIONS), reason: `原因${random.int(1, 9)}` }
    const answer = await test.call(moderation.moderate, { body, token: moderator.token })
    if (answer.status === 200) undoIds.push(answer.data.undo_id)
    return answer
  }
  const undo = (undo_id: number) => test.call(moderation.undo, { body: { undo_id }, token: moderator.token })
  const react = () => {
    const { token } = random.pick(people)
    const target = random.chance(0.5)
      ? { target_type: TARGET.post, target_id: random.pick(noteIds) }
      : { target_type: TARGET.comment, target_id: random.pick(commentIds) }
    return random.chance(0.4)
      ? test.call(random.chance(0.7) ? collections.create : collections.remove, {
          ...param(random.pick(noteIds)),
          token,
        })
      : test.call(random.chance(0.7) ? likes.create : likes.remove, { body: target, token })
  }
  for (let n = 0; n < 12; n++) await publish()
  for (let n = 0; n < 30; n++) await comment()
  for (let n = 0; n < 40; n++) await react()
  return { test, random, people, noteIds, commentIds, undoIds, fields, publish, comment, decide, undo, react }
}

/** Puts accounts, tags and categories into the trash, and takes them out. */
async function backOffice({ test, random, people, noteIds, commentIds }: Awaited<ReturnType<typeof stage>>) {
  const { token } = await makeAdmin(test.ctx)
  const apis = [officeUsers, officeTags, officeCategories] as const
  const list = async (api: (typeof apis)[number], query: { state?: string }) =>
    (await test.ok(api.list, { query: { ...query, limit: 100 }, token })).data.map(({ id }) => id)
  const restore = async (api: (typeof apis)[number], ids: number[]) => {
    const answer = await test.call(api.restore, { body: { ids }, token })
    if (answer.status !== 200 || api !== officeUsers) return answer
    // Their sessions have ended.
    for (const person of people.filter(({ id }) => ids.includes(id))) {
      person.token = (await openSession(test.ctx, { role: 'user', id: person.id }, 'test')).access_token
    }
    return answer
  }
  const owner = { token }
  const jobIds: number[] = []
  const work = () => workOnJobs(test.ctx, new AbortController().signal)
  const undoContent = async () => {
    const id = jobIds.pop()
    if (id === undefined) return
    const { undo_id } = await test.ok(jobs.get, { ...param(id), ...owner })
    const answer = undo_id === null ? undefined : await test.call(moderation.undo, { body: { undo_id }, ...owner })
    await work()
    return answer
  }
  return {
    /** Somebody, with or without what that person wrote; somebody goes on writing. */
    async ban() {
      const open = (await test.ok(officeUsers.list, { query: { is_active: '1' }, ...owner })).data
      if (open.length < 2) return
      const body = { reason: '广告', until: null, note: '', hide_content: random.chance(0.7) }
      return test.call(sanctions.ban, { ...param(random.pick(open).id), ...owner, body })
    },
    async unban() {
      const { id } = random.pick(people)
      const answer = await test.call(sanctions.unban, { ...param(id), ...owner })
      const person = people.find((one) => one.id === id)
      if (person) person.token = (await openSession(test.ctx, { role: 'user', id }, 'test')).access_token
      return answer
    },
    /** All content of somebody, as a job, whose undoing is a later step. */
    async removeContent() {
      const ids = [random.pick(people).id]
      const body = { resource: 'users' as const, action: 'delete_content' as const, ids, reason: '广告' }
      const answer = await test.call(jobs.create, { body, ...owner })
      if (answer.status === 200 && answer.data) jobIds.push(answer.data.id)
      await work()
      return answer
    },
    undoContent,
    /** Notes and comments through their tables, of accounts in the trash, too. */
    async tables() {
      const [api, all] = random.pick([
        [officePosts, noteIds],
        [officeComments, commentIds],
      ] as const)
      const body = { ids: random.sample(all, 3) }
      return random.chance(0.3)
        ? test.call(api.removeMany, { body, ...owner })
        : test.call(api.restore, { body, ...owner })
    },
    async trash() {
      const api = random.pick(apis)
      const ids = await list(api, {})
      // Somebody goes on writing.
      if (ids.length < 2) return
      return test.call(api.removeMany, { body: { ids: random.sample(ids, 1) }, token })
    },
    async restore() {
      const api = random.pick(apis)
      const ids = await list(api, { state: 'deleted' })
      return ids.length > 0 ? restore(api, random.sample(ids, 1)) : undefined
    },
    async emptyTrash() {
      // Nobody would be left to decide about.
      while (jobIds.length > 0) await undoContent()
      for (const api of [officeUsers, officeCategories]) {
        const ids = await list(api, { state: 'deleted' })
        if (ids.length > 0) await restore(api, ids)
      }
      await emptyTrash(test)
    },
  }
}

it('a thousand steps leave no counter wrong', { timeout: 240_000 }, async () => {
  const at = await stage(14)
  const { test, random, people, noteIds, commentIds, undoIds } = at
  const office = await backOffice(at)
  const note = () => ({ ...param(random.pick(noteIds)), token: random.pick(people).token })
  const said = () => ({ ...param(random.pick(commentIds)), token: random.pick(people).token })
  const steps: (readonly [() => Promise<unknown>, number])[] = [
    [at.decide, 45],
    [() => (undoIds.length > 0 ? at.undo(random.pick(undoIds.slice(-5))) : at.decide()), 15],
    [at.publish, 5],
    [at.comment, 12],
    [at.react, 15],
    [() => test.call(posts.update, { ...note(), body: { ...at.fields(), is_draft: random.chance(0.2) ? 1 : 0 } }), 12],
    [() => test.call(posts.remove, note()), 4],
    [() => test.call(posts.restore, note()), 4],
    [() => test.call(comments.remove, said()), 4],
    [() => test.call(comments.restore, said()), 4],
    [office.ban, 2],
    [office.unban, 6],
    [office.removeContent, 1],
    [office.undoContent, 4],
    [office.tables, 5],
    [office.trash, 6],
    [office.restore, 10],
    [office.emptyTrash, 1],
  ]
  for (let n = 0; n < STEPS; n++) {
    const answer = (await random.weighted(steps)()) as { status?: number; message?: string } | undefined
    if ((answer?.status ?? 200) >= 500) throw new Error(`step ${n}: ${answer?.message}`)
    if (n % 100 === 99) expect({ n, drift: await counterDrift(test.ctx) }).toEqual({ n, drift: [] })
  }
  // It would prove nothing if most steps had been refused.
  expect(undoIds.length).toBeGreaterThan(STEPS / 10)
})

it('undoing all decisions, last first, makes a site equal the one before', { timeout: 240_000 }, async () => {
  const at = await stage(41)
  const { test, noteIds, undoIds, people, random } = at
  const found = async () =>
    (await test.ok(search.search, { query: { type: 'all', keyword: '校园', limit: 50 } })).data?.map(({ id }) => id)
  // Some are in the trash of their authors already.
  for (const id of noteIds.slice(0, 3)) {
    for (const { token } of people) await test.call(posts.remove, { ...param(id), token })
  }
  const before = await siteRows(test.ctx)
  const foundBefore = (await found())?.toSorted()
  while (undoIds.length < DECISIONS) await at.decide()
  expect(await siteRows(test.ctx)).not.toEqual(before)
  for (const undo_id of undoIds.toReversed()) {
    expect({ undo_id, ...(await at.undo(undo_id)) }).toMatchObject({ undo_id, status: 200, data: { skipped: 0 } })
    if (random.chance(0.1)) expect(await counterDrift(test.ctx)).toEqual([])
  }
  expect(await siteRows(test.ctx)).toEqual(before)
  expect((await found())?.toSorted()).toEqual(foundBefore)
})
