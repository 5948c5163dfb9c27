import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { check, providers } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeAdmin } from '#test/factories.ts'
import { cert, key } from '#test/localhost-certificate.ts'
import { startSchoolCas } from '#test/school-cas.ts'
import { CLIENT, startSchoolOidc } from '#test/school-oidc.ts'
import { createTestApp } from '#test/test-app.ts'

const SITE = 'http://shiliu.test'

async function setUp(settings: Record<string, string> = { PUBLIC_URL: SITE }) {
  const test = await createTestApp(settings)
  const { token } = await makeAdmin(test.ctx, 'administrator')
  const add = async (body: object) => {
    const defaults = { kind: 'oidc', name: `学校${Math.random()}`.slice(0, 18), client_id: CLIENT.client_id } as const
    return (await test.ok(providers.create, { body: { ...defaults, ...body }, token })).id
  }
  const look = async (id: number) => {
    const { ok, findings } = await test.ok(check, { params: { id: String(id) }, token })
    return { ok, text: findings.map((one) => `${one.ok ? '+' : '-'} ${one.text}`).join('\n') }
  }
  return { test, token, add, look }
}

async function oidc() {
  const school = await startSchoolOidc(SITE)
  onTestFinished(school.close)
  return school
}

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the check', () => {
  it('finds a service of OpenID Connect that can be used', async () => {
    const { add, look } = await setUp()
    const school = await oidc()
    const address = `${school.address}/.well-known/openid-configuration`
    const found = await look(await add({ address, ...CLIENT, ends_session: true }))
    expect(found).toMatchObject({
      ok: true,
      text: expect.stringMatching(/登记返回地址 http:\/\/shiliu\.test\/campus\/\d+/),
    })
    expect(found.text).toContain(`+ 读到了 ${school.address} 的配置`)
    expect(found.text).toContain('+ 读到了 1 个公钥')
    expect(found.text).toContain('+ 支持 PKCE')
  })

  it('finds a CAS that can be used, and one that does not know the site', async () => {
    const { add, look } = await setUp()
    const school = await startSchoolCas(`${SITE}/campus/`)
    const other = await startSchoolCas('https://elsewhere.example/')
    onTestFinished(school.close)
    onTestFinished(other.close)
    expect(await look(await add({ kind: 'cas', address: school.address }))).toMatchObject({
      ok: true,
      text: expect.stringContaining('+ CAS 3 的验票可用'),
    })
    expect(await look(await add({ kind: 'cas', address: other.address }))).toMatchObject({
      ok: false,
      text: expect.stringContaining('- CAS 不认本站的地址（INVALID_SERVICE）'),
    })
  })

  it('says in words what is wrong', async () => {
    const { add, look } = await setUp()
    const port = await serve((_request, response) => response.writeHead(404).end())
    const html = await serve((_request, response) => response.end('<html>'))
    const school = await oidc()
    const told = await (await fetch(`${school.address}/.well-known/openid-configuration`)).json()
    const describe = async (change: (address: string) => object) => {
      const address: string = await serve((_request, response) => {
        const described = { ...(told as object), ...change(address) }
        response.setHeader('content-type', 'application/json').end(JSON.stringify(described))
      })
      return address
    }
    const other = await describe(() => ({}))
    const secret = await describe((issuer) => ({ issuer, id_token_signing_alg_values_supported: ['HS256'] }))
    const text = async (body: object) => (await look(await add(body))).text
    expect(await text({ address: 'https://no-such-host.invalid' })).toMatch(
      /- https:\/\/no-such-host.invalid (找不到|连不上)/,
    )
    expect(await text({ address: 'http://127.0.0.1:1' })).toMatch(/- http:\/\/127.0.0.1:1 (拒绝连接|连不上)/)
    expect(await text({ address: port })).toMatch(/- 校方的服务.*HTTP 404/)
    expect(await text({ address: html })).toMatch(/- 校方的服务.*回答/)
    expect(await text({ address: other })).toContain('- 校方的服务它自己写的签发者（issuer）和填写的地址不一样')
    expect(await text({ address: secret })).toContain(
      '- 校方只用 HS256 签 ID token，本站只认公钥签的：请校方改用 RS256',
    )
    expect(await text({ address: school.address, scope: 'openid grades' })).toContain('- 校方没有这些范围：grades')
    expect(await text({ kind: 'cas', address: port })).toContain('HTTP 404')
  })

  it('says that the site does not know its own address, and that a secret cannot be read any more', async () => {
    const { test, add, look } = await setUp({})
    const school = await oidc()
    const id = await add({ address: school.address, ...CLIENT })
    expect((await look(id)).text).toContain('- 没有设置 PUBLIC_URL')
    expect(await test.ok(campus.list)).toMatchObject({ providers: [] })
    test.ctx.config.jwtSecret = 'the secret of another site, which is long enough'
    expect((await look(id)).text).toContain('- 网站的密钥换过了')
  })
})

/** A service with a certificate, which says that its keys are where nothing is encrypted. */
async function withPlainKeys() {
  const school = await oidc()
  const asked: string[] = []
  const keys = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end('{"keys":[{"kty":"RSA"}]}')
  })
  const server = createTlsServer({ cert, key }, async (_request, response) => {
    const described = await fetch(`${school.address}/.well-known/openid-configuration`)
    const told = (await described.json()) as object
    const own = { issuer: address, jwks_uri: `${keys}/jwks` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...told, ...own }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `https://localhost:${(server.address() as AddressInfo).port}`
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  onTestFinished(() => {
    setDefaultCACertificates(known)
    server.closeAllConnections()
    server.close()
  })
  return { school, address, asked }
}

it('takes no keys that come unencrypted from a service that is encrypted itself', async () => {
  const { test, add, look } = await setUp()
  const { school, address, asked } = await withPlainKeys()
  const id = await add({ address })
  const found = await look(id)
  expect(found.text).toContain(`+ 读到了 ${address} 的配置`)
  expect(found.text).toContain('- 公钥读不到：校方的配置里公钥的地址（jwks_uri）不是 https')
  const payload = String(new URLSearchParams({ logout_token: await school.logoutToken({ iss: address, sub: 's1' }) }))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await test.app.inject({ method: 'POST', url: `/campus/${id}`, headers, payload })
  expect(answer.statusCode).toBe(503)
  expect(asked).toEqual([])
})
