/** An SMTP server that keeps what it is sent, and can refuse or hang. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as settings from '@shiliu/contract/admin/settings'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { deliverMail } from '#modules/mail/delivery.service.ts'
import { setMailPassword } from '#modules/mail/outbox.service.ts'
import { SMTP_DEADLINES, SmtpError, type SmtpServer, sendBySmtp } from '#platform/smtp.ts'
import type { TestApp } from './test-app.ts'

export type SmtpDouble = {
  port: number
  mails: ParsedMail[]
  /** `user:password` of each sign-in. */
  logins: string[]
  /** Answers instead of taking a recipient or a login, such as `550 no such user`; null and false take all. */
  refuse: { recipient: string | null; login: boolean | string }
  close(): Promise<void>
}

/** Listens until the end of the test. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpDouble> {
  const [mails, logins]: [ParsedMail[], string[]] = [[], []]
  const refuse: SmtpDouble['refuse'] = { recipient: null, login: false }
  const refusal = (answer: string) => {
    const [code = '550', ...words] = answer.split(' ')
    return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 0,
    onAuth({ username = '', password = '' }, _, done) {
      logins.push(`${username}:${password}`)
      if (refuse.login) done(refusal(refuse.login === true ? '535 authentication failed' : refuse.login))
      else done(null, { user: username })
    },
    onRcptTo: (_, __, done) => done(refuse.recipient === null ? null : refusal(refuse.recipient)),
    onData(stream, _, done) {
      void simpleParser(stream).then((mail) => {
        mails.push(mail)
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { port, mails, logins, refuse, close }
}

/** Accepts connections and says nothing, or nothing more. */
export function startSilence(greeting = ''): Promise<number> {
  return startListening((socket) => {
    if (greeting) socket.write(`${greeting}\r\n`)
  })
}

async function startListening(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** The steps of a mail; `handshake` is that of STARTTLS, `.` the end of the mail. */
export const STALLS = [
  ...(['greeting', 'EHLO', 'STARTTLS', 'handshake', 'AUTH', 'MAIL', 'RCPT', 'DATA', '.', 'QUIT'] as const),
]

const ANSWERS: Record<string, string> = {
  EHLO: '250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  STARTTLS: '220 go on',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
}

/** Speaks the protocol up to this step and is silent then; `drip` greets line by line without an end. */
export function startStalling(stall: (typeof STALLS)[number] | 'drip'): Promise<number> {
  return startListening((socket) => {
    if (stall === 'greeting') return
    if (stall === 'drip') {
      const timer = setInterval(() => socket.write('220-one moment\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
      return
    }
    let isEncrypting = false
    socket.write('220 here\r\n')
    createInterface(socket).on('line', (line) => {
      const step = line.split(' ')[0] ?? ''
      if (isEncrypting || step === stall || !ANSWERS[step]) return
      socket.write(`${ANSWERS[step]}\r\n`)
      // What comes then is no text.
      isEncrypting = step === 'STARTTLS'
    })
  })
}

/** For tests that hand it over themselves. */
export const MESSAGE = {
  from: { name: '小石榴', address: 'site@example.edu.cn' },
  to: 'a@example.com',
  subject: '测试',
  text: '测试',
  html: '<p>测试</p>',
}

/** Hands `MESSAGE` over; null where it was taken. */
export async function refusalOf(server: SmtpServer, deadlines: typeof SMTP_DEADLINES): Promise<SmtpError | null> {
  try {
    await sendBySmtp(server, MESSAGE, new AbortController().signal, deadlines)
    return null
  } catch (error) {
    if (error instanceof SmtpError) return error
    throw error
  }
}

/** Lets the site send mail by this server, signed in as `sender`. */
export async function useSmtp({ ctx }: Pick<TestApp, 'ctx'>, port: number): Promise<void> {
  Object.assign(ctx.settings.current, {
    ...settings.DEFAULT_SETTINGS,
    ...ctx.settings.current,
    mail_host: '127.0.0.1',
    mail_port: port,
    mail_security: 'none',
    mail_user: 'sender',
    mail_from: 'no-reply@example.edu.cn',
  })
  await setMailPassword(ctx, 'secret of the server', 'admin')
}

type Delivery = { stopping?: AbortSignal; answerMs?: number }

/** As the timer does. `answerMs` is for a server that hangs: a busy machine may take a second to answer. */
export function deliver(ctx: Ctx, { stopping = new AbortController().signal, answerMs }: Delivery = {}): Promise<void> {
  const deadlines = answerMs && { ...SMTP_DEADLINES, connect: answerMs, greeting: answerMs, answer: answerMs }
  return deliverMail(ctx, stopping, deadlines || SMTP_DEADLINES)
}

/** The code that a mail asks to type. */
export function codeIn(mail: ParsedMail | undefined): string {
  const [code] = /^[a-z0-9]{4}-[a-z0-9]{4}$/m.exec(mail?.text ?? '') ?? []
  if (!code) throw new Error(`no code in ${mail?.text}`)
  return code
}
