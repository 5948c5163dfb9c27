/** Hands one mail to an SMTP server. Nothing here waits longer than its deadlines, whatever the server does. */
import { TLSSocket } from 'node:tls'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

export type SmtpServer = {
  host: string
  port: number
  /** From the start, by STARTTLS, or not at all. */
  security: 'tls' | 'starttls' | 'none'
  login: { user: string; password: string } | null
}

export type SmtpMessage = {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/** `message` says in Chinese what is wrong; `fault` whether another mail would fare as badly. */
export class SmtpError extends Error {
  readonly fault: 'server' | 'recipient'

  constructor(fault: SmtpError['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

/** In milliseconds: for the connection, its greeting and each answer, and for everything together. */
export const SMTP_DEADLINES = { connect: 10_000, greeting: 10_000, answer: 15_000, all: 45_000 }

type Failure = Error & { code?: string; response?: string; responseCode?: number; rejectedErrors?: Failure[] }

/** Resolves once the server took the mail. Throws `SmtpError`; what `signal` ends rejects at once with its reason. */
export async function sendBySmtp(
  server: SmtpServer,
  message: SmtpMessage,
  signal: AbortSignal,
  deadlines = SMTP_DEADLINES,
): Promise<void> {
  signal.throwIfAborted()
  const bytes = await compose(message)
  const connection = newConnection(server, deadlines)
  const late = AbortSignal.timeout(deadlines.all)
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      late.addEventListener('abort', () => reject(late.reason), { once: true })
      connection.on('error', reject)
      connection.on('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })))
      const send = () =>
        connection.send({ from: message.from.address, to: [message.to] }, bytes, (error) => done(error))
      connection.connect((failed) => {
        if (failed || !server.login) return failed ? reject(failed) : send()
        const { user, password: pass } = server.login
        connection.login({ credentials: { user, pass } }, (refused) => (refused ? reject(refused) : send()))
      })
    })
    connection.quit()
  } catch (error) {
    connection.close()
    signal.throwIfAborted()
    throw inWords(error as Failure, server, late.aborted)
  }
}

function newConnection(server: Omit<SmtpServer, 'login'>, deadlines: typeof SMTP_DEADLINES): SMTPConnection {
  return new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    connectionTimeout: deadlines.connect,
    dnsTimeout: deadlines.connect,
    greetingTimeout: deadlines.greeting,
    socketTimeout: deadlines.answer,
    socketCloseTimeout: 0,
  })
}

/**
 * Says hello, with encryption, and neither signs in nor sends. Resolves with the time that the certificate ends at in epoch
 * milliseconds, null without encryption. Throws `SmtpError`.
 */
export async function greetSmtp(server: Omit<SmtpServer, 'login'>, deadlines = SMTP_DEADLINES): Promise<number | null> {
  const connection = newConnection(server, deadlines)
  const late = AbortSignal.timeout(deadlines.all)
  try {
    return await new Promise<number | null>((resolve, reject) => {
      late.addEventListener('abort', () => reject(late.reason), { once: true })
      connection.on('error', reject)
      connection.on('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })))
      connection.connect((failed) => {
        if (failed) return reject(failed)
        // Of STARTTLS the library keeps the encrypted one.
        const socket: unknown = Reflect.get(connection, '_socket')
        resolve(socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : null)
      })
    })
  } catch (error) {
    throw inWords(error as Failure, { ...server, login: null }, late.aborted)
  } finally {
    connection.close()
  }
}

function compose({ from, to, subject, text, html }: SmtpMessage): Promise<Buffer> {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return new MailComposer({ from, to, subject, text, html, headers }).compile().build()
}

/** What the server said, in one line. */
function answerOf({ response, message }: Failure): string {
  const said = (response ?? message).replace(/\p{Cc}+/gu, ' ').trim()
  return said.length > 120 ? `${said.slice(0, 120)}…` : said
}

function inWords(error: Failure, { host, port, security }: SmtpServer, isLate: boolean): SmtpError {
  const where = `${host}:${port}`
  const server = (words: string) => new SmtpError('server', words)
  const { code = '', message } = error
  if (isLate || code === 'ETIMEDOUT')
    return server(`${where} 没有及时回答：核对域名、端口和加密方式，或者是防火墙挡住了`)
  if (code === 'EDNS') return server(`找不到发信服务器 ${host}：核对域名`)
  if (code === 'EAUTH') return server(`发信服务器不接受用户名或密码：${answerOf(error)}`)
  if (/certificate|self-signed|altnames/i.test(message)) {
    return server(`${where} 的证书不可信：${answerOf(error)}`)
  }
  if (code === 'ETLS' || /SSL|wrong version/i.test(message)) {
    const other = security === 'tls' ? 'STARTTLS 多用 587' : '一开始就加密的多用 465'
    return server(`和 ${where} 没有谈成加密：核对加密方式和端口（${other}）`)
  }
  const [rejected = error] = error.rejectedErrors ?? []
  const isRecipient = code === 'EENVELOPE' && (error.rejectedErrors?.length ?? 0) > 0
  if (isRecipient && (rejected.responseCode ?? 0) >= 500) {
    return new SmtpError('recipient', `对方的服务器不收这个地址的邮件：${answerOf(rejected)}`)
  }
  if (error.responseCode || error.response) return server(`发信服务器拒绝了邮件：${answerOf(rejected)}`)
  return server(`连不上发信服务器 ${where}：${answerOf(error)}`)
}
