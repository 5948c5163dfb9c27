/** Mail servers that hang at each step, and certificates that are trusted or not. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cert, EXPIRED_CERT, key, OTHER_NAME_CERT } from '#test/localhost-certificate.ts'
import { MESSAGE, refusalOf, STALLS, startSmtp, startStalling } from '#test/smtp-double.ts'
import { checkSmtp, type SmtpServer } from './smtp.ts'

const SHORT = { connect: 200, greeting: 200, answer: 200, all: 800 }
const LOGIN = { user: 'sender', password: 'secret' }

describe('a mail server that hangs', () => {
  it.each(STALLS)('at %s is given up in time, in words', async (stall) => {
    const port = await startStalling(stall)
    const security = stall === 'STARTTLS' || stall === 'handshake' ? 'starttls' : 'none'
    const before = performance.now()
    const refusal = await refusalOf({ host: '127.0.0.1', port, security, login: LOGIN }, SHORT)
    expect(performance.now() - before).toBeLessThan(2000)
    // Whoever says nothing after the mail has it.
    if (stall === 'QUIT') expect(refusal).toBeNull()
    else expect(refusal).toMatchObject({ fault: 'connection', reason: `127.0.0.1:${port} 没有及时回答` })
  })

  it('before the connection is encrypted is given up in time', async () => {
    const port = await startStalling('greeting')
    const refusal = await refusalOf({ host: '127.0.0.1', port, security: 'tls', login: null }, SHORT)
    expect(refusal).toMatchObject({ fault: 'connection', reason: `127.0.0.1:${port} 没有及时回答` })
  })

  it('by saying a little again and again is given up, too', async () => {
    const port = await startStalling('drip')
    const refusal = await refusalOf({ host: '127.0.0.1', port, security: 'none', login: null }, SHORT)
    expect(refusal).toMatchObject({ fault: 'connection', reason: `127.0.0.1:${port} 没有及时回答` })
    await expect(checkSmtp({ host: '127.0.0.1', port, security: 'none', login: null }, SHORT)).rejects.toThrow(
      '没有及时回答',
    )
  })
})

/** With a server of each kind and certificate. */
async function encrypted() {
  const at = async (security: 'tls' | 'starttls', certificate: string) => {
    const own = security === 'tls' ? { secure: true } : { disabledCommands: [] }
    const smtp = await startSmtp({ ...own, key, cert: certificate })
    return { smtp, server: { host: '127.0.0.1', port: smtp.port, security, login: LOGIN } satisfies SmtpServer }
  }
  return {
    tls: await at('tls', cert),
    starttls: await at('starttls', cert),
    expired: await at('tls', EXPIRED_CERT),
    expiredLater: await at('starttls', EXPIRED_CERT),
    other: await at('tls', OTHER_NAME_CERT),
    otherLater: await at('starttls', OTHER_NAME_CERT),
  }
}

const PROGRAM = `
import { sendBySmtp } from ${JSON.stringify(new URL('./smtp.ts', import.meta.url).href)}
const [message, servers] = JSON.parse(process.argv[1])
const outcomes = await Promise.all(servers.map((server) =>
  sendBySmtp(server, message, new AbortController().signal).then(() => 'sent', (error) => error.reason)))
console.log(JSON.stringify(outcomes))
process.exit()
`

describe('a certificate', () => {
  it('of a signer who is trusted is good, by TLS and by STARTTLS, unless it expired or is of another name', async () => {
    const all = await encrypted()
    const folder = mkdtempSync(join(tmpdir(), 'smtp-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'signer.pem')
    writeFileSync(file, cert)
    const servers = Object.values(all).map(({ server }) => server)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM, JSON.stringify([MESSAGE, servers])],
      { env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: file }, timeout: 20_000 },
    )
    const at = ({ port }: SmtpServer) => `127.0.0.1:${port}`
    expect(JSON.parse(stdout)).toEqual([
      'sent',
      'sent',
      `${at(all.expired.server)} 的证书过期了`,
      `${at(all.expiredLater.server)} 的证书过期了`,
      `${at(all.other.server)} 的证书上没有这个名字`,
      `${at(all.otherLater.server)} 的证书上没有这个名字`,
    ])
    expect(all.tls.smtp.mails.map(({ subject }) => subject)).toEqual(['测试'])
    expect(all.starttls.smtp.mails.map(({ subject }) => subject)).toEqual(['测试'])
    // The password is told to nobody who could not prove the name.
    for (const name of ['expired', 'expiredLater', 'other', 'otherLater'] as const)
      expect(all[name].smtp.logins).toEqual([])
  })

  it('of a signer who is not trusted is refused before the password is told', async () => {
    const { tls, starttls } = await encrypted()
    for (const { smtp, server } of [tls, starttls]) {
      expect(await refusalOf(server, { ...SHORT, connect: 2000, answer: 2000, all: 4000 })).toMatchObject({
        fault: 'connection',
        reason: expect.stringContaining('的证书不可信'),
        advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      })
      expect(smtp.logins).toEqual([])
    }
  })
})
