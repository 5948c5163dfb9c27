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

type SmtpMessage = {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/** Whether another mail would fare as badly: `connection` where none could be handed over at all. */
type Fault = 'connection' | 'server' | 'recipient'

/**
 * `reason` and `advice` say in Chinese what is wrong and what to do, `message` says both, `summary` without what the
 * server said.
 */
export class SmtpError extends Error {
  readonly fault: Fault
  readonly reason: string
  readonly advice: string
  readonly summary: string
  /** Whether the same mail would be refused again. */
  readonly isPermanent: boolean
  /** Whether it may pass by itself: nobody has to do anything. */
  readonly isTemporary: boolean

  constructor(fault: Fault, what: string, advice = '', { said = '', isPermanent = false, isTemporary = false } = {}) {
    const reason = said ? `${what}：${said}` : what
    const withAdvice = (text: string) => (advice ? `${text}。${advice}` : text)
    super(withAdvice(reason))
    this.fault = fault
    this.reason = reason
    this.advice = advice
    this.summary = withAdvice(what)
    this.isPermanent = isPermanent
    this.isTemporary = isTemporary
  }
}

/** In milliseconds: for the connection, its greeting and each answer, and for everything together. */
export const SMTP_DEADLINES = { connect: 10_000, greeting: 10_000, answer: 15_000, all: 45_000 }

type Failure = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  rejectedErrors?: Failure[]
}

/** Resolves once the server took the mail. Throws `SmtpError`; what `signal` ends rejects at once with its reason. */
export async function sendBySmtp(
  server: SmtpServer,
  message: SmtpMessage,
  signal: AbortSignal,
  deadlines = SMTP_DEADLINES,
): Promise<void> {
  signal.throwIfAborted()
  const bytes = await compose(message)
  await withConnection(server, signal, deadlines, (connection, done) => {
    connection.send({ from: message.from.address, to: [message.to] }, bytes, (error) => done(error))
  })
}

/**
 * Greets, encrypts and signs in, and sends nothing. Resolves with the time that the certificate ends at in epoch
 * milliseconds, null without encryption. Throws `SmtpError`.
 */
export async function checkSmtp(server: SmtpServer, deadlines = SMTP_DEADLINES): Promise<number | null> {
  return withConnection<number | null>(server, new AbortController().signal, deadlines, (connection, done) => {
    // Of STARTTLS the library keeps the encrypted one.
    const socket: unknown = Reflect.get(connection, '_socket')
    done(null, socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : null)
  })
}

type Done<R> = (error: Error | null | undefined, result?: R) => void

/** Does `work` on a connection that is signed in, and takes leave. */
async function withConnection<R>(
  server: SmtpServer,
  signal: AbortSignal,
  deadlines: typeof SMTP_DEADLINES,
  work: (connection: SMTPConnection, done: Done<R>) => void,
): Promise<R> {
  const connection = newConnection(server, deadlines)
  const late = AbortSignal.timeout(deadlines.all)
  try {
    const result = await new Promise<R>((resolve, reject) => {
      // Not on `signal` itself, which lives as long as the process: the listener would hold this mail in memory.
      const given = AbortSignal.any([signal, late])
      given.addEventListener('abort', () => reject(given.reason), { once: true })
      connection.on('error', reject)
      connection.on('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })))
      const goOn = () => work(connection, (error, result) => (error ? reject(error) : resolve(result as R)))
      connection.connect((failed) => {
        if (failed || !server.login) return failed ? reject(failed) : goOn()
        const { user, password: pass } = server.login
        connection.login({ credentials: { user, pass } }, (refused) => (refused ? reject(refused) : goOn()))
      })
    })
    connection.quit()
    return result
  } catch (error) {
    connection.close()
    signal.throwIfAborted()
    throw toSmtpError(error as Failure, server, late.aborted)
  }
}

function newConnection(server: SmtpServer, deadlines: typeof SMTP_DEADLINES): SMTPConnection {
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

function compose({ from, to, subject, text, html }: SmtpMessage): Promise<Buffer> {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return new MailComposer({ from, to, subject, text, html, headers }).compile().build()
}

/** What the server said, in one line, without the addresses that it names: guests read it in the health of the site. */
function answerOf({ response, message }: Failure): string {
  const line = (response ?? message).replace(/\p{Cc}+/gu, ' ').trim()
  const said = line.replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g, '…')
  return said.length > 120 ? `${said.slice(0, 120)}…` : said
}

const LATER = '它暂时不收，过一会儿会自己再试'

function toSmtpError(error: Failure, { host, port, security }: SmtpServer, isLate: boolean): SmtpError {
  const where = `${host}:${port}`
  const unusable = (what: string, advice: string) => new SmtpError('connection', what, advice)
  const saying = (what: string, advice: string) => new SmtpError('connection', what, advice, { said: answerOf(error) })
  const { code = '', command = '', message, responseCode = 0 } = error
  if (isLate || code === 'ETIMEDOUT')
    return unusable(`${where} 没有及时回答`, '核对域名、端口和加密方式，或者是防火墙挡住了')
  if (code === 'EDNS') return unusable(`找不到发信服务器 ${host}`, '核对域名')
  if (responseCode === 530 || responseCode === 538)
    return saying(`${where} 要先加密`, '加密方式改成 STARTTLS 或一开始就加密，端口跟着改')
  if (code === 'EAUTH') {
    const isTemporary = responseCode >= 400 && responseCode < 500
    return isTemporary
      ? new SmtpError('connection', '发信服务器现在不能登录', LATER, { said: answerOf(error), isTemporary })
      : saying(
          '发信服务器不接受用户名或密码',
          '核对用户名，重新填写发信密码：许多邮箱要的是「授权码」，不是登录密码，还要在邮箱里打开 SMTP',
        )
  }
  if (/certificate has expired/i.test(message))
    return unusable(`${where} 的证书过期了`, '请管发信服务器的人换新的；也看看这台机器的时间对不对')
  if (/altnames/i.test(message))
    return unusable(`${where} 的证书上没有这个名字`, '发信服务器要填证书上写的域名，不是它的 IP 地址或别名')
  if (/certificate|self-signed/i.test(message))
    return saying(`${where} 的证书不可信`, '学校自己签发的证书，把签发者的证书文件写在 NODE_EXTRA_CA_CERTS 里，再重启')
  if (code === 'ETLS' || /SSL|wrong version/i.test(message)) {
    const other = security === 'tls' ? 'STARTTLS 多用 587' : '一开始就加密的多用 465'
    return unusable(`和 ${where} 没有谈成加密`, `核对加密方式和端口（${other}）`)
  }
  const [rejected = error] = error.rejectedErrors ?? []
  const isRecipient = code === 'EENVELOPE' && (error.rejectedErrors?.length ?? 0) > 0
  const isTemporary = (rejected.responseCode ?? 0) < 500
  const said = answerOf(rejected)
  if (isRecipient && /\brelay/i.test(said)) {
    const advice = '填写用户名和发信密码，或者请管发信服务器的人让这台机器发信'
    return new SmtpError('server', '发信服务器不替这个网站转发邮件', advice, { said })
  }
  if (isRecipient) {
    const when = isTemporary ? '现在' : ''
    const what = `对方的服务器${when}不收这个地址的邮件`
    return new SmtpError('recipient', what, isTemporary ? LATER : '', { said, isPermanent: !isTemporary, isTemporary })
  }
  if (!error.responseCode && !error.response)
    return saying(`连不上发信服务器 ${where}`, '看它在不在运行，核对域名和端口')
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE')
    return saying('发信服务器拒绝了连接', '问管发信服务器的人，它让不让这台机器发信')
  const advice = command === 'MAIL FROM' ? '发件人多半要和登录的用户名是同一个邮箱' : '看发信服务器的限额和规则'
  return new SmtpError('server', '发信服务器拒绝了邮件', isTemporary ? LATER : advice, { said, isTemporary })
}
