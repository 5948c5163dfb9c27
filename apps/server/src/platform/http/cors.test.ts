import { expect, it } from 'vitest'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const APP = 'https://app.example.org'
const preflight = {
  method: 'OPTIONS',
  headers: {
    origin: APP,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type',
  },
} as const

it('is off unless it is set', async () => {
  const { app } = await createTestApp()
  const answer = await app.inject({ url: '/api/stats', headers: { origin: APP } })
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(answer.headers['cross-origin-resource-policy']).toBe('same-site')
  expect((await app.inject({ ...preflight, url: '/api/posts/1' })).statusCode).toBe(404)
})

it('lets the pages of chosen origins call the API', async () => {
  const { app } = await createTestApp({ CORS_ORIGINS: `https://other.example, ${APP}` })
  const allowed = await app.inject({ ...preflight, url: '/api/posts/1' })
  expect(allowed.statusCode).toBe(204)
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': APP,
    'access-control-allow-methods': expect.stringMatching(/\bPUT\b.*\bDELETE\b/),
    'access-control-allow-headers': 'authorization,content-type',
    'access-control-max-age': '7200',
  })
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined()
  for (const url of [
    '/api/stats',
    '/api/nope',
    '/api/auth/me',
    '/api/posts/%E0%A4%A',
    `/api/posts/${'1'.repeat(300)}`,
  ]) {
    const { headers } = await app.inject({ url, headers: { origin: APP } })
    expect(headers, url).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-expose-headers': expect.stringContaining('retry-after'),
      vary: expect.stringContaining('origin'),
    })
  }
  expect((await app.inject({ ...preflight, url: '/api/posts/%E0%A4%A' })).statusCode).toBe(204)
  const stranger = { ...preflight.headers, origin: 'https://app.example.org.evil.example' }
  expect((await app.inject({ ...preflight, url: '/api/posts/1', headers: stranger })).statusCode).toBe(404)
  const read = await app.inject({ url: '/api/stats', headers: { origin: stranger.origin } })
  expect(read.headers['access-control-allow-origin']).toBeUndefined()
  expect(read.headers.vary).toContain('origin')
})

it('tells caches that pages kept for everybody depend on the origin', async () => {
  const { app, ctx } = await createTestApp({ CORS_ORIGINS: APP })
  await makePost(ctx, await makeUser(ctx))
  const headers = { origin: APP, 'accept-encoding': 'gzip' }
  for (const url of ['/api/posts', '/api/posts']) {
    const answer = await app.inject({ url, headers })
    expect(answer.headers['access-control-allow-origin']).toBe(APP)
    for (const name of ['origin', 'authorization', 'accept-encoding']) expect(answer.headers.vary).toContain(name)
  }
})

it('lets the pages of all origins call the API and show its pictures', async () => {
  const { app } = await createTestApp({ CORS_ORIGINS: '*' })
  const { headers } = await app.inject({ url: '/api/stats', headers: { origin: APP } })
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect((await app.inject({ ...preflight, url: '/api/posts/1' })).headers['access-control-allow-origin']).toBe('*')
  const page = await app.inject({ url: '/explore', headers: { origin: APP } })
  expect(page.headers['access-control-allow-origin']).toBeUndefined()
})
