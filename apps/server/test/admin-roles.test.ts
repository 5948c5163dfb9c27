/** Which administrators may use which endpoints: the contract's `adminRole`, asked of every endpoint as every role. */
import { ADMIN_ROLES, type AdminRole, roleSuffices } from '@shiliu/contract/admin/roles'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSession } from '#modules/auth/sessions.service.ts'
import { allEndpoints } from './all-endpoints.ts'
import { makeAdmin, makeUser } from './factories.ts'
import { readFirstPart } from './sse-client.ts'
import { openTestApp } from './test-app.ts'

const endpoints = (await allEndpoints()).filter(({ role }) => role === 'admin' || role === 'signed-in')
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

let test: Awaited<ReturnType<typeof openTestApp>>
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function call({ method, path }: AnyEndpoint, token: string) {
  const url = `${API_PREFIX}${path.replace(/:\w+/g, '999999')}`
  return readFirstPart(test.app, { method, url, headers: { authorization: `Bearer ${token}` } })
}

it.each(ADMIN_ROLES)('%s may use exactly the endpoints that need no more', async (role) => {
  const used: string[] = []
  const refused: string[] = []
  const { id } = await makeAdmin(test.ctx, role)
  for (const endpoint of endpoints) {
    // A session for each: signing out is one of them.
    const { access_token } = await openSession(test.ctx, { role: 'admin', id }, 'test')
    const { status, text } = await call(endpoint, access_token)
    if (status === 403) {
      expect(JSON.parse(text)).toMatchObject({ error: 'forbidden', message: expect.stringContaining('这需要') })
      refused.push(nameOf(endpoint))
    } else used.push(nameOf(endpoint))
    expect(status).not.toBeOneOf([401, 500])
  }
  const may = (endpoint: AnyEndpoint) => roleSuffices(role, endpoint.adminRole as AdminRole)
  expect(used).toEqual(endpoints.filter(may).map(nameOf))
  expect(refused).toEqual(endpoints.filter((endpoint) => !may(endpoint)).map(nameOf))
})

it('every endpoint that administrators may call says from which role on', () => {
  for (const endpoint of endpoints) expect(ADMIN_ROLES, nameOf(endpoint)).toContain(endpoint.adminRole)
})

/** What each role adds to those below it, in the words of docs/product.md#roles; a change here changes rights. */
const ADDED: Record<AdminRole, readonly string[]> = {
  viewer: [
    'GET /admin/audits',
    'GET /admin/jobs/:id',
    'GET /admin/monitor/dashboard',
    'GET /admin/posts',
    'GET /admin/users/:id',
    'GET /auth/admin/me',
    'POST /auth/admin/logout',
  ],
  editor: [
    'POST /categories',
    'DELETE /admin/categories/:id',
    'PUT /admin/tags/:id',
    'POST /admin/tags',
    'POST /upload/single',
  ],
  moderator: [
    'DELETE /admin/posts',
    'PUT /admin/posts/:id',
    'DELETE /admin/comments/:id',
    'POST /admin/posts/impact',
    'GET /admin/reports',
    'POST /admin/reports/:id/resolve',
    'POST /admin/jobs',
    'POST /admin/jobs/:id/stop',
    'GET /admin/appeals',
    'POST /admin/appeals/:id/resolve',
    'GET /admin/queue',
    'POST /admin/queue/claims',
  ],
  administrator: [
    'GET /admin/users/export',
    'GET /admin/posts/export',
    'POST /admin/users',
    'PUT /admin/users/:id',
    'DELETE /admin/users',
    'DELETE /admin/sessions/:id',
    'GET /admin/settings',
    'PUT /admin/settings',
    'GET /admin/settings/export',
    'POST /admin/settings/import',
  ],
  owner: [
    'GET /auth/admin/admins',
    'POST /auth/admin/admins',
    'PUT /auth/admin/admins/:id/status',
    'GET /admin/admins',
    'GET /admin/admins/export',
    'PUT /admin/admins/:id',
    'DELETE /admin/admins',
  ],
}

it.each(ADMIN_ROLES)('%s is the least role for what only it and those above it do', (role) => {
  const least = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint.adminRole]))
  expect(ADDED[role].map((name) => [name, least.get(name)])).toEqual(ADDED[role].map((name) => [name, role]))
})

it('users are asked for no role', async () => {
  const { token } = await makeUser(test.ctx)
  for (const endpoint of endpoints.filter(({ role }) => role === 'signed-in')) {
    expect((await call(endpoint, token)).status).toBe(400)
  }
})
