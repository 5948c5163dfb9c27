/** Uploads are held in memory until they are stored: how many, how much of them and how slowly. Counts what arrives. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { withoutFiles } from './embedded-files.ts'
import type { UploadedFile } from './multipart.ts'
import { perAccount } from './rate-limit.ts'

type Request = Pick<FastifyRequest, 'viewer' | 'ip' | 'raw'>

export type HeldBody = {
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Written into JSON; `counted` takes them out. */
  files: UploadedFile[]
  /** Never resolves; rejects when the body must not be read on. */
  refused: Promise<never>
  /** Counts bytes that are kept, and waits while there is no room for more. */
  arrived(bytes: number): Promise<void>
}

export type HeldBodies = {
  /**
   * Call before the body is read; waits while the account has others. Throws `payload_too_large` for one that says it
   * is above `max`, `too_many_requests` where too many wait, `bad_request` where the client is gone.
   */
  admit(request: Request, reply: Pick<FastifyReply, 'raw'>, max: number): Promise<void>
  /** Of a request that was admitted. */
  bodyOf(request: object): HeldBody | undefined
  /** The JSON of an admitted request without its files, counted while it is read. */
  counted(request: object, payload: Readable): Readable
  /** Runs the work that holds the body and then releases it, whether or not the client still waits. */
  releaseAfter<T>(request: object, work: () => Promise<T>): Promise<T>
  /** Of all accounts now: bodies in work, those that wait for them, and the memory that they take. */
  load(): { bodies: number; waiting: number; bytes: number }
}

export type HeldBodyLimits = {
  bodiesPerAccount: number
  waitingPerAccount: number
  waitMs: number
  /** Above this, accounts that hold more than their share wait. */
  totalBytes: number
  /** Of a window, while we are ready to read. */
  minBytes: number
  windowMs: number
}

const LIMITS: HeldBodyLimits = {
  bodiesPerAccount: 2,
  // Nine single pictures sent at once.
  waitingPerAccount: 8,
  waitMs: 60_000,
  totalBytes: 64 * 1024 * 1024,
  // The edge of a 2G cell is faster.
  minBytes: 15_000,
  windowMs: 15_000,
}
/** Time to read an answer while the rest of the body still comes; then the connection is closed. */
const LINGER_MS = 2000
const RETRY_SECONDS = 5
/** Bytes between two looks; a body that comes more slowly does not go on at the cost of others. */
const CHOSEN_MIN = 64 * 1024

type Account = { bodies: number; bytes: number; waiting: (() => void)[] }
type Paused = { account: Account; id: object; resume(): void }
type Body = HeldBody & { inUse: boolean; release(): void }

export function heldBodies(changes: Partial<HeldBodyLimits> = {}): HeldBodies {
  const limits = { ...LIMITS, ...changes }
  const admitted = new WeakMap<object, Body>()
  const accounts = new Map<string, Account>()
  const paused: Paused[] = []
  /** The body that goes on while there is no room. */
  let chosen: object | undefined
  let total = 0

  function accountOf(name: string): Account {
    const account = accounts.get(name) ?? { bodies: 0, bytes: 0, waiting: [] }
    accounts.set(name, account)
    return account
  }

  /** Whoever holds no more than a share goes on; of the others one to its end, so that they do not all grow. */
  function mayRead({ account, id }: Pick<Paused, 'account' | 'id'>): boolean {
    if (total < limits.totalBytes) return true
    const holding = [...accounts.values()].filter((other) => other.bytes > 0).length
    return account.bytes <= limits.totalBytes / holding || id === chosen
  }

  function resumePaused(): void {
    chosen ??= paused[0]?.id
    for (const one of paused.filter(mayRead)) {
      paused.splice(paused.indexOf(one), 1)
      one.resume()
    }
  }

  function giveUpChoice(): void {
    chosen = undefined
    resumePaused()
  }

  /** Resolves at the turn of the account's next body. */
  function turn(account: Account, raw: FastifyReply['raw']): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (error: AppError) => () => {
        stop()
        account.waiting.splice(account.waiting.indexOf(start), 1)
        reject(error)
      }
      const onClose = leave(new AppError('bad_request'))
      const timer = setTimeout(leave(tooMany()), limits.waitMs)
      const stop = () => {
        clearTimeout(timer)
        raw.off('close', onClose)
      }
      const start = () => {
        stop()
        resolve()
      }
      raw.once('close', onClose)
      account.waiting.push(start)
    })
  }

  function hold(request: Request, raw: FastifyReply['raw'], name: string, max: number): Body {
    const account = accountOf(name)
    const gone = new AbortController()
    let reject: (error: AppError) => void = () => {}
    const refused = new Promise<never>((_, refuse) => {
      reject = refuse
    })
    refused.catch(() => {})
    const id = {}
    let bytes = 0
    let waits = 0

    // Requests of tests have no real socket.
    const read = () => request.raw.socket?.bytesRead ?? 0
    const before = read()
    const sent = () => read() - before
    let lastSent = 0
    let window = { since: performance.now(), sent: 0 }
    const watch = setInterval(
      () => {
        if (request.raw.complete) return clearInterval(watch)
        if (sent() > max) return refuse(new AppError('payload_too_large'))
        const fresh = sent() - lastSent
        lastSent += fresh
        if (chosen === id && waits === 0 && fresh < CHOSEN_MIN) giveUpChoice()
        const now = performance.now()
        if (waits === 0 && now - window.since < limits.windowMs) return
        if (waits === 0 && sent() - window.sent < limits.minBytes) return refuse(new AppError('body_slow'))
        window = { since: now, sent: sent() }
      },
      Math.min(1000, limits.windowMs / 4),
    ).unref()
    const refuse = (error: AppError) => {
      clearInterval(watch)
      reject(error)
    }

    const body: Body = {
      signal: gone.signal,
      files: [],
      refused,
      inUse: false,
      async arrived(count) {
        bytes += count
        account.bytes += count
        total += count
        if (sent() > max || bytes > max) throw new AppError('payload_too_large')
        if (mayRead({ account, id })) return
        waits++
        const entry: Paused = { account, id, resume: () => {} }
        const resumed = new Promise<void>((resolve) => {
          entry.resume = resolve
        })
        paused.push(entry)
        resumePaused()
        try {
          await Promise.race([resumed, refused])
        } finally {
          waits--
          if (paused.includes(entry)) paused.splice(paused.indexOf(entry), 1)
        }
      },
      release() {
        clearInterval(watch)
        account.bytes -= bytes
        total -= bytes
        const next = account.waiting.shift()
        // The place passes on, so that no newcomer takes it.
        if (next) next()
        else account.bodies--
        if (account.bodies === 0) accounts.delete(name)
        if (chosen === id) giveUpChoice()
        else resumePaused()
      },
    }
    raw.once('close', () => {
      gone.abort(new AppError('bad_request'))
      refuse(new AppError('bad_request'))
      // Refused or aborted before the work began.
      if (admitted.delete(request) && !body.inUse) body.release()
    })
    return body
  }

  return {
    async admit(request, { raw }, max) {
      // The close event has already fired.
      if (raw.destroyed) throw new AppError('bad_request')
      endUnread(request, raw)
      if (Number(request.raw.headers['content-length'] ?? 0) > max) throw new AppError('payload_too_large')
      const name = perAccount(request)
      const account = accountOf(name)
      if (account.bodies < limits.bodiesPerAccount) account.bodies++
      else if (account.waiting.length < limits.waitingPerAccount) await turn(account, raw)
      else throw tooMany()
      admitted.set(request, hold(request, raw, name, max))
    },
    bodyOf: (request) => admitted.get(request),
    counted(request, payload) {
      const body = admitted.get(request)
      if (!body) return payload
      const stream: CountedStream = Readable.from(
        readJson(body, payload, (bytes) => {
          // Fastify compares it with what the header says.
          stream.receivedEncodedLength = (stream.receivedEncodedLength ?? 0) + bytes
        }),
        { objectMode: false },
      )
      // Nobody listens any more when the client leaves after its answer.
      stream.on('error', () => {})
      return stream
    },
    async releaseAfter(request, work) {
      const body = admitted.get(request)
      if (!body) return work()
      body.inUse = true
      try {
        return await work()
      } finally {
        body.release()
      }
    },
    load() {
      const all = [...accounts.values()]
      return {
        bodies: all.reduce((sum, account) => sum + account.bodies, 0),
        waiting: all.reduce((sum, account) => sum + account.waiting.length, 0),
        bytes: total,
      }
    },
  }
}

const tooMany = () => new AppError('too_many_requests', { retryAfter: RETRY_SECONDS })

/** Of what is left of a JSON body without its files: parsing more would hold the event loop. */
const JSON_MAX = 128 * 1024

type CountedStream = Readable & { receivedEncodedLength?: number }

async function* readJson(body: HeldBody, payload: Readable, onPiece: (bytes: number) => void) {
  async function* counted() {
    // Destroyed, the request would take the connection along before the answer.
    const pieces = payload.iterator({ destroyOnReturn: false })
    for (;;) {
      const next = pieces.next()
      next.catch(() => {})
      const { done, value } = await Promise.race([next, body.refused])
      if (done) return
      const piece = value as Buffer
      await body.arrived(piece.length)
      onPiece(piece.length)
      yield piece
    }
  }
  let left = 0
  for await (const piece of withoutFiles(counted(), body.files)) {
    left += piece.length
    if (left > JSON_MAX) throw new AppError('payload_too_large')
    yield piece
  }
}

/** Node would read the rest of a refused body for as long as it comes. */
function endUnread({ raw: request }: Request, response: FastifyReply['raw']): void {
  response.once('finish', () => {
    if (request.complete) return
    setTimeout(() => request.complete || request.destroy(), LINGER_MS).unref()
  })
}
