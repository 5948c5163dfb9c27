/** Uploads are held in memory until they are stored: how many, how much of them and how slowly. Counts what arrives. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { perAccount } from './rate-limit.ts'

type Request = Pick<FastifyRequest, 'viewer' | 'ip' | 'raw'>

export type HeldBody = {
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Never resolves; rejects when the body must not be read on. */
  refused: Promise<never>
  /** Counts bytes that are kept, and waits while there is no room for more. */
  arrived(bytes: number): Promise<void>
}

export type HeldBodies = {
  /**
   * Call before the body is read; waits while the account has others. Throws `payload_too_large` for one that says it is
   * above `max`, `too_many_requests` where too many wait, `bad_request` where the client is gone.
   */
  admit(request: Request, reply: Pick<FastifyReply, 'raw'>, max: number): Promise<void>
  /** Of a request that was admitted. */
  bodyOf(request: object): HeldBody | undefined
  /** The body of an admitted request, counted while it is read. */
  counted(request: object, payload: Readable): Readable
  /** Runs the work that holds the body and then releases it, whether or not the client still waits. */
  releaseAfter<T>(request: object, work: () => Promise<T>): Promise<T>
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

type Account = { bodies: number; bytes: number; waiting: (() => void)[] }
type Body = HeldBody & { inUse: boolean; stream?: Readable; release(): void }

export function heldBodies(changes: Partial<HeldBodyLimits> = {}): HeldBodies {
  const limits = { ...LIMITS, ...changes }
  const admitted = new WeakMap<object, Body>()
  const accounts = new Map<string, Account>()
  const paused: { account: Account; resume(): void }[] = []
  let total = 0

  function accountOf(name: string): Account {
    const account = accounts.get(name) ?? { bodies: 0, bytes: 0, waiting: [] }
    accounts.set(name, account)
    return account
  }

  /** Somebody always may, and who sends little before who sends much: nobody's bytes keep others from uploading. */
  function mayRead({ bytes }: Account): boolean {
    if (total < limits.totalBytes) return true
    const holding = [...accounts.values()].filter((account) => account.bytes > 0).length
    return bytes <= limits.totalBytes / holding || paused.every(({ account }) => account.bytes >= bytes)
  }

  function resumePaused(): void {
    for (const one of paused.filter(({ account }) => mayRead(account))) {
      paused.splice(paused.indexOf(one), 1)
      one.resume()
    }
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
    let bytes = 0
    let waits = 0

    // Requests of tests have no real socket.
    const read = () => request.raw.socket?.bytesRead ?? 0
    const before = read()
    const sent = () => read() - before
    let window = { since: performance.now(), sent: 0 }
    const watch = setInterval(
      () => {
        if (request.raw.complete) return clearInterval(watch)
        if (sent() > max) return refuse(new AppError('payload_too_large'))
        const now = performance.now()
        if (waits === 0 && now - window.since < limits.windowMs) return
        if (waits === 0 && sent() - window.sent < limits.minBytes) return refuse(new AppError('body_slow'))
        window = { since: now, sent: sent() }
      },
      Math.min(1000, limits.windowMs / 4),
    ).unref()
    const refuse = (error: AppError) => {
      clearInterval(watch)
      body.stream?.destroy(error)
      reject(error)
    }

    const body: Body = {
      signal: gone.signal,
      refused,
      inUse: false,
      async arrived(count) {
        bytes += count
        account.bytes += count
        total += count
        if (sent() > max || bytes > max) throw new AppError('payload_too_large')
        if (mayRead(account)) return
        waits++
        const entry = { account, resume: () => {} }
        const resumed = new Promise<void>((resolve) => {
          entry.resume = resolve
        })
        paused.push(entry)
        // Whoever waits with less goes first now.
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
        resumePaused()
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
      body.stream = Readable.from(countPieces(body, payload), { objectMode: false })
      // Nobody listens any more when the client leaves after its answer.
      body.stream.on('error', () => {})
      return body.stream
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
  }
}

const tooMany = () => new AppError('too_many_requests', { retryAfter: RETRY_SECONDS })

async function* countPieces(body: HeldBody, payload: Readable) {
  for await (const piece of payload as AsyncIterable<Buffer>) {
    await body.arrived(piece.length)
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
