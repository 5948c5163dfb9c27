/** Schools and the server that sends mail, as `cli doctor` asks them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Settings } from '@shiliu/contract/admin/settings'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addSchool } from '#test/factories.ts'
import { cert, key } from '#test/localhost-certificate.ts'
import { startSchoolOidc } from '#test/school-oidc.ts'
import { startSilence, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import type { Finding } from './finding.ts'
import { checkCampus, checkMail, checkMetrics } from './services.checks.ts'

const lines = async (found: Promise<Finding[]>) =>
  (await found).map(({ level, about, text, advice = '' }) => `${level} ${about}：${text} ${advice}`)

describe('schools', () => {
  it('are asked whether people can sign in there; one that is away is a remark', { timeout: 30_000 }, async () => {
    const { ctx } = await createTestApp({ PUBLIC_URL: 'https://site.invalid' })
    const school = await startSchoolOidc('https://site.invalid')
    onTestFinished(school.close)
    const silent = await startSilence()
    await addSchool(ctx, { name: '好的', kind: 'oidc', address: school.address, client_id: 'shiliu', scope: 'openid' })
    await addSchool(ctx, { name: '挂起的', address: `http://127.0.0.1:${silent}` })
    await addSchool(ctx, { name: '不在的', address: 'https://127.0.0.1:1' })
    await addSchool(ctx, { name: '停用的', address: 'https://127.0.0.1:1', is_active: 0 })
    const found = await lines(checkCampus(ctx))
    expect(found).toEqual([
      'ok 校园登录：「好的」可以用 ',
      expect.stringMatching(/^remark 校园登录：「挂起的」：.*5 秒内没有回应 .*别的登录照常/),
      expect.stringMatching(/^remark 校园登录：「不在的」：.*连不上/),
      expect.stringMatching(/^remark 证书：校园登录「不在的」（127\.0\.0\.1:1）没有看到/),
    ])
  })

  it('whose certificate is not to be trusted are a remark, too', async () => {
    const { ctx } = await createTestApp({ PUBLIC_URL: 'https://site.invalid' })
    const server = createTlsServer({ cert, key }, (_, response) => response.writeHead(404).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = `https://localhost:${(server.address() as AddressInfo).port}`
    await addSchool(ctx, { name: '学校', address })
    const found = await checkCampus(ctx)
    expect(found).toMatchObject([
      { level: 'remark', about: '校园登录', text: expect.stringContaining('证书') },
      { level: 'remark', about: '证书', advice: expect.stringContaining('请校方续证书') },
    ])
  })
})

it('figures without a token are asked for where visitors come in', async () => {
  /** No name of this machine, though it is one. */
  const startSite = async (status: number, text: string) => {
    const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `http://0.0.0.0:${(server.address() as AddressInfo).port}`
  }
  const open = await startSite(200, '# HELP\nshiliu_processes 1\n')
  const look = (publicUrl: string, metricsToken?: string) =>
    lines(checkMetrics({ publicUrl, metricsToken, demo: false }))
  expect(await look(open)).toEqual([
    expect.stringMatching(/^remark 设置：没有写 METRICS_TOKEN，谁都能从 .*\/metrics 读到.* openssl rand/),
  ])
  expect(await look('http://0.0.0.0:1')).toEqual([expect.stringMatching(/^remark .*不知道谁能从/)])
  expect(await look(await startSite(403, ''))).toEqual([])
  expect(await look(open, 'token')).toEqual([])
  expect(await look(open.replace('0.0.0.0', '127.0.0.1'))).toEqual([])
})

describe('the server that sends mail', () => {
  async function stage() {
    const { ctx } = await createTestApp()
    const { current } = ctx.settings
    await useSmtp({ ctx }, 1)
    const look = async (mail_port: number, change: Partial<Settings> = {}) => {
      Object.assign(current, { mail_host: '127.0.0.1', mail_port, mail_security: 'none', ...change })
      return lines(checkMail(ctx))
    }
    return { ctx, current, look }
  }

  it('is signed in to, and sent nothing', { timeout: 30_000 }, async () => {
    const { ctx, current, look } = await stage()
    const [plain, secure, upgraded] = [
      await startSmtp(),
      await startSmtp({ secure: true, cert, key }),
      await startSmtp({ cert, key, disabledCommands: [] }),
    ]
    expect(await look(plain.port)).toEqual([expect.stringMatching(/^remark 邮件：.*登录成功，没有加密/)])
    expect((await look(secure.port, { mail_security: 'tls' }))[0]).toMatch(
      /^broken .*证书不可信.*写在 NODE_EXTRA_CA_CERTS 里/,
    )
    const known = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(known))
    setDefaultCACertificates([...known, cert])
    for (const [{ port }, mail_security] of [
      [secure, 'tls'],
      [upgraded, 'starttls'],
    ] as const) {
      expect(await look(port, { mail_security })).toEqual([
        expect.stringMatching(/^ok 邮件：.*登录成功/),
        expect.stringMatching(/^ok 证书：发信服务器.*还有 \d+ 天/),
      ])
    }
    for (const { logins, mails } of [plain, secure, upgraded])
      expect([logins, mails]).toEqual([['sender:secret of the server'], []])
    plain.refuse.login = true
    expect((await look(plain.port))[0]).toMatch(/^broken .*不接受用户名或密码：535.* 核对用户名.*授权码/)
    plain.refuse.login = '454 try later'
    const [passing = ''] = await look(plain.port)
    expect(passing).toMatch(/^broken .*现在不能登录：454.* 它暂时不收，过一会儿会自己再试。这期间别的照常/)
    expect(passing).not.toContain('改好以后')
    Object.assign(current, { mail_user: 'other' })
    expect((await look(plain.port))[0]).toMatch(/^broken .*换过了 .*重新填写发信密码/)
    expect((await look(plain.port, { mail_user: '' }))[0]).toMatch(/^remark .*不用登录/)
    expect(plain.logins).toHaveLength(3)
    expect(await look(plain.port, { mail_from: '' })).toEqual([expect.stringMatching(/^remark .*还没有填写发件人/)])
    expect(await look(plain.port, { mail_host: '' })).toEqual([])
    expect(await ctx.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])
  })

  it('is given up when it hangs or is away, with what to do', { timeout: 30_000 }, async () => {
    const { look } = await stage()
    expect((await look(await startSilence()))[0]).toMatch(/^broken .*没有及时回答 核对域名、端口/)
    expect((await look(1))[0]).toMatch(/^broken .*连不上发信服务器 127\.0\.0\.1:1：.* 看它在不在运行/)
  })
})
