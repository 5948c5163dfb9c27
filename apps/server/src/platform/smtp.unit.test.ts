import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { cert, key } from '#test/localhost-certificate.ts'
import { MESSAGE, refusalOf, startSilence, startSmtp } from '#test/smtp-double.ts'
import { checkSmtp, SMTP_DEADLINES, type SmtpError, type SmtpServer } from './smtp.ts'

const HASTY = { ...SMTP_DEADLINES, connect: 300, greeting: 300, answer: 300 }
const login = { user: 'sender', password: 'secret' }

const serverAt = (port: number, security: SmtpServer['security'] = 'none'): SmtpServer => {
  return { host: 'localhost', port, security, login }
}

const fate = (server: SmtpServer) => refusalOf(server, SMTP_DEADLINES)

const refuse = (responseCode: number) => Object.assign(new Error('not now'), { responseCode })

it('waits for no server that hangs, at whatever stage', async () => {
  const stages: SMTPServerOptions[] = [
    { onAuth: () => {} },
    { onMailFrom: () => {} },
    { onRcptTo: () => {} },
    { onData: () => {} },
    // Took the whole mail, and does not say so.
    { onData: (stream) => void stream.resume() },
  ]
  const ports = await Promise.all([
    startSilence(),
    startSilence('220 localhost ESMTP'),
    ...stages.map(async (stage) => (await startSmtp(stage)).port),
  ])
  const start = performance.now()
  for (const failure of await Promise.all(ports.map((port) => refusalOf(serverAt(port), HASTY)))) {
    expect(failure).toMatchObject({ fault: 'connection', reason: expect.stringContaining('没有及时回答') })
  }
  expect(performance.now() - start).toBeLessThan(5000)
})

it('says at which stage a server refuses, and what to do', async () => {
  const cases: [SMTPServerOptions, SmtpError['fault'], reason: string, advice: string][] = [
    [{ onConnect: (_, done) => done(refuse(554)) }, 'connection', '拒绝了连接：', '让不让这台机器发信'],
    [{ onAuth: (_, __, done) => done(refuse(535)) }, 'connection', '不接受用户名或密码：', '授权码'],
    [{ onAuth: (_, __, done) => done(refuse(454)) }, 'connection', '现在不能登录：', '自己再试'],
    [{ onAuth: (_, __, done) => done(refuse(530)) }, 'connection', '要先加密：', 'STARTTLS'],
    [{ onMailFrom: (_, __, done) => done(refuse(553)) }, 'server', '拒绝了邮件：', '同一个邮箱'],
    [{ onMailFrom: (_, __, done) => done(refuse(451)) }, 'server', '拒绝了邮件：', '自己再试'],
    [{ onRcptTo: (_, __, done) => done(refuse(550)) }, 'recipient', '不收这个地址', ''],
    [{ onRcptTo: (_, __, done) => done(refuse(450)) }, 'recipient', '现在不收这个地址', '自己再试'],
    [
      { onData: (stream, _, done) => void stream.resume().on('end', () => done(refuse(554))) },
      'server',
      '拒绝了邮件：',
      '限额',
    ],
  ]
  for (const [options, fault, reason, advice] of cases) {
    const failure = await fate(serverAt((await startSmtp(options)).port))
    expect(failure, reason).toMatchObject({
      fault,
      reason: expect.stringContaining(reason),
      advice: expect.stringContaining(advice),
    })
    expect(failure?.message).not.toContain('secret')
  }
})

it('repeats no address of what a server says: guests read it in the health of the site', async () => {
  const smtp = await startSmtp()
  smtp.refuse.login = '554 5.7.1 <ann.lee@example.com>: refused, sender no-reply@example.edu.cn blocked'
  const failure = await fate(serverAt(smtp.port))
  expect(failure?.message).toContain('554 5.7.1 <…>: refused, sender … blocked')
})

it('knows a server that forwards nothing from here: that is no fault of the recipient', async () => {
  for (const said of ['554 5.7.1 Relay access denied', '550 relaying denied', '454 4.7.1 unable to relay']) {
    const smtp = await startSmtp()
    smtp.refuse.recipient = said
    expect(await fate(serverAt(smtp.port))).toMatchObject({
      fault: 'server',
      isPermanent: false,
      isTemporary: false,
      reason: expect.stringContaining('不替这个网站转发邮件：'),
      advice: expect.stringContaining('用户名和发信密码'),
    })
  }
})

it('sends over TLS and STARTTLS where the certificate is trusted, and to nobody else', async () => {
  const [implicit, upgraded] = [
    await startSmtp({ secure: true, cert, key }),
    await startSmtp({ cert, key, disabledCommands: [] }),
  ]
  const servers = [serverAt(implicit.port, 'tls'), serverAt(upgraded.port, 'starttls')]
  for (const server of servers) {
    expect(await fate(server)).toMatchObject({
      fault: 'connection',
      reason: expect.stringContaining('证书不可信'),
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
  }
  expect([...implicit.logins, ...upgraded.logins]).toEqual([])
  const known = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(known))
  setDefaultCACertificates([...known, cert])
  for (const server of servers) expect(await fate(server)).toBeNull()
  for (const { mails, logins } of [implicit, upgraded]) {
    expect(mails.map(({ subject }) => subject)).toEqual([MESSAGE.subject])
    expect(logins).toEqual(['sender:secret'])
  }
  // A server that offers no encryption gets no password.
  const plain = await startSmtp()
  expect(await fate(serverAt(plain.port, 'starttls'))).toMatchObject({ fault: 'connection' })
  expect(plain.logins).toEqual([])
  await expect(checkSmtp(serverAt(plain.port))).resolves.toBeNull()
  expect([plain.logins, plain.mails]).toEqual([['sender:secret'], []])
})
