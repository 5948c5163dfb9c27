/**
 * Upgrades from earlier releases: the current code migrates an archived site (sites/README.md), answers the same and
 * accepts writes.
 */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_PREFIX } from '@shiliu/contract/limits'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp } from '#app.ts'
import { beginRebuild, continueRebuild } from '#modules/search/rebuild.service.ts'
import { loadConfig } from '#platform/config.ts'
import { sizesOf } from '#platform/images/presets.ts'
import { openResources } from '#resources.ts'
import { counterDrift } from './counters.ts'
import { newMysqlDatabase } from './mysql-databases.ts'
import { unpackMysql, unpackSite, unpackSqlite, unpackUploads } from './sites/archive.ts'
import { RARE_WORD, type Site, sha256, type Viewer } from './sites/site.ts'

const sites = join(import.meta.dirname, 'sites')
const versions = readdirSync(sites, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `full` has no address of its own any more where it was no larger than `detail`, which `url` is. */
function withLargestSizes(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_, value) =>
    value?.full && value.width && !sizesOf(value).includes('full') ? { ...value, full: value.url } : value,
  )
}

/** Opens the current application on a copy of a site, with a clock that starts when the site was archived. */
async function openSite(folder: string, madeAt: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shiliu-test-'))
  const mysql = inject('engine') === 'mysql' ? await newMysqlDatabase() : null
  if (mysql) await unpackMysql(folder, mysql.url)
  else await unpackSqlite(folder, join(dataDir, 'shiliu.db'))
  await unpackUploads(folder, join(dataDir, 'uploads'))

  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(mysql && { DATABASE_URL: mysql.url }) })
  let now = madeAt
  const resources = await openResources(config, { log: pino({ level: 'silent' }), clock: { now: () => now++ } })
  if (await beginRebuild(resources.ctx)) await continueRebuild(resources.ctx)
  const app = await buildApp(resources.ctx)
  return {
    app,
    ctx: resources.ctx,
    async call(method: Method, path: string, { token, body }: { token?: string; body?: object } = {}) {
      const response = await app.inject({
        method,
        url: API_PREFIX + path,
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
        ...(body && { payload: body }),
      })
      return { status: response.statusCode, data: response.json().data }
    },
    async close() {
      await app.close()
      await resources.close()
      await mysql?.giveBack()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

it('has an archived site of 1.1.2', () => {
  expect(versions).toContain('1.1.2')
})

const withoutNicknames = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data).replaceAll(/\[@[^:\]"]*:(\w+)\]/g, '[@:$1]'))

describe.each(versions)('an upgrade from %s', (version) => {
  const folder = join(sites, version, inject('engine'))
  let site: Site
  let test: Awaited<ReturnType<typeof openSite>>
  const tokens: Record<Viewer, string> = { guest: '', user: '', admin: '' }
  beforeAll(async () => {
    site = await unpackSite(folder)
    test = await openSite(folder, site.madeAt)
  })
  afterAll(() => test.close())

  it('renews its sessions and rejects those that were signed out', async () => {
    const renew = (path: string, refresh_token: string) => test.call('POST', path, { body: { refresh_token } })
    const user = await renew('/auth/refresh', site.user.refreshToken)
    const admin = await renew('/auth/admin/refresh', site.admin.refreshToken)
    expect([user.status, admin.status]).toEqual([200, 200])
    expect((await renew('/auth/refresh', site.endedRefreshToken)).status).toBe(401)
    tokens.user = user.data.access_token
    tokens.admin = admin.data.access_token
  })

  it('answers as before: notes, users, comments, counters, notifications, search, back office', async () => {
    expect(site.answers.length).toBeGreaterThan(50)
    for (const { as, path, data } of site.answers) {
      // Up to 2.0 everybody could read what somebody likes.
      if (as === 'guest' && /^\/users\/\w+\/likes\b/.test(path)) continue
      const answer = await test.call('GET', path, { token: tokens[as] })
      // The audit trail keeps what was answered then.
      const expected = path.startsWith('/admin/audits') ? data : withLargestSizes(data)
      // Tags of administrators that no note uses follow now.
      if (path.startsWith('/tags') && Array.isArray(data)) answer.data.length = data.length
      // A mention shows the present nickname of whom it leads to.
      const [shown, before] = [answer.data, expected].map(withoutNicknames)
      expect({ ...answer, data: shown }, `${path} as ${as}`).toMatchObject({ status: 200, data: before })
    }
  })

  it('offers the tags that its administrators made', async () => {
    expect((await test.call('GET', '/tags')).data.at(-1)).toMatchObject({ name: '没人用的', use_count: 0 })
  })

  it('serves every stored picture unchanged', async () => {
    expect(Object.keys(site.files).length).toBeGreaterThan(30)
    for (const [path, hash] of Object.entries(site.files)) {
      const { rawPayload, statusCode } = await test.app.inject(path)
      expect({ path, statusCode, hash: sha256(rawPayload) }).toEqual({ path, statusCode: 200, hash })
    }
  })

  it('has no counter drift', async () => {
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('accepts the current passwords and rejects a replaced one', async () => {
    const signIn = (user_id: string, password: string) =>
      test.call('POST', '/auth/login', { body: { user_id, password } })
    expect((await signIn(site.user.user_id, site.user.password)).status).toBe(200)
    expect((await signIn(site.other.user_id, site.other.password)).status).toBe(200)
    expect((await signIn(site.other.user_id, site.user.password)).status).toBe(400)
    const { username, password } = site.admin
    expect((await test.call('POST', '/auth/admin/login', { body: { username, password } })).status).toBe(200)
  })

  it('counts what its people published in the day before', async () => {
    const set = (body: object) => test.call('PUT', '/admin/settings', { token: tokens.admin, body })
    expect((await set({ notes_per_day: 1, new_account_days: 0 })).status).toBe(200)
    const body = { title: '升级之后', content: '正文', category_id: (await test.call('GET', '/categories')).data[0].id }
    expect((await test.call('POST', '/posts', { token: tokens.user, body })).status).toBe(429)
    await set({ reset: ['notes_per_day', 'new_account_days'] })
  })

  it('accepts writes: a new note is found beside the old ones and counted', async () => {
    const foundNotes = async () => {
      const { data } = await test.call('GET', `/search/posts?keyword=${encodeURIComponent(RARE_WORD)}`)
      return data.posts.pagination.total
    }
    const postCount = async () => (await test.call('GET', `/users/${site.user.user_id}/stats`)).data.post_count
    const [found, written] = [await foundNotes(), await postCount()]
    expect(found).toBeGreaterThan(20)
    const [category] = (await test.call('GET', '/categories')).data
    const note = await test.call('POST', '/posts', {
      token: tokens.user,
      body: { title: '升级之后', content: `又见${RARE_WORD}`, category_id: category.id, tags: ['升级'] },
    })
    expect(note.status).toBe(200)
    const like = await test.call('POST', '/likes', {
      token: tokens.user,
      body: { target_type: 1, target_id: note.data.id },
    })
    expect(like.data).toEqual({ liked: true, likeCount: 1 })
    expect([await foundNotes(), await postCount()]).toEqual([found + 1, written + 1])
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})
