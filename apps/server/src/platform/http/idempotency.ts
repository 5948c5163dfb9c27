/** A POST that is sent again with its `Idempotency-Key` gets the answer of the first (docs/api.md#idempotency-keys). */
import { createHmac, webcrypto } from 'node:crypto'
import { IDEMPOTENCY } from '@shiliu/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/client.ts'
import { findRequest, insertRequest, type RequestId, updateAnswer } from '../db/idempotent-requests.ts'
import { type TxContext, tx } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { UploadedFile } from './multipart.ts'
import { perAccount } from './rate-limit.ts'

/** The body of a response as it was sent first. `repeated` where this request wrote nothing. */
export class StoredAnswer {
  readonly body: string
  readonly repeated: boolean

  constructor(body: string, repeated: boolean) {
    this.body = body
    this.repeated = repeated
  }
}

/**
 * How a handler writes: runs `write` in a transaction. Where the request has a key, the same transaction stores its
 * answer; where one is stored already, `write` is not run and that answer is returned.
 */
export type Once<T> = <C extends TxContext>(ctx: C, write: (t: C) => Promise<T>) => Promise<T | StoredAnswer>

export type Idempotency = {
  /**
   * Runs `work`, which writes through `once`, or returns the stored answer. `toBody` makes the response's body of data.
   * Throws `idempotency_key_invalid`, `idempotency_key_reused`, `request_running`.
   */
  answer<T>(
    request: FastifyRequest,
    files: UploadedFile[],
    toBody: (data: T) => string,
    work: (once: Once<T>) => Promise<T | StoredAnswer>,
  ): Promise<T | StoredAnswer>
}

const RETRY_SECONDS = 1

type Options = { db: Db; clock: Clock; config: { jwtSecret: string } }

export function idempotency({ db, clock, config }: Options): Idempotency {
  /** What this process works on; the database knows of other processes. */
  const running = new Set<string>()

  async function storedAnswer(id: RequestId, fingerprint: string): Promise<StoredAnswer | null> {
    const found = await findRequest(db, id)
    if (!found) return null
    if (found.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused')
    return new StoredAnswer(found.answer, true)
  }

  return {
    async answer<T>(
      request: FastifyRequest,
      files: UploadedFile[],
      toBody: (data: T) => string,
      work: (once: Once<T>) => Promise<T | StoredAnswer>,
    ) {
      const request_key = keyOf(request)
      if (request_key === null) return work((ctx, write) => write(ctx))
      const id = { account: perAccount(request), request_key }
      const fingerprint = await fingerprintOf(request, files, config.jwtSecret)
      const stored = await storedAnswer(id, fingerprint)
      if (stored) return stored
      const name = `${id.account} ${request_key}`
      if (running.has(name)) throw stillRunning()
      running.add(name)

      const once: Once<T> = async (ctx, write) => {
        const answer = await tx(ctx, async (t) => {
          const state = await insertRequest(t.db, { ...id, fingerprint, created_at: clock.now() })
          if (state === 'running') throw stillRunning()
          if (state === 'answered') return null
          const body = toBody(await write(t))
          await updateAnswer(t.db, id, body)
          return new StoredAnswer(body, false)
        })
        if (answer) return answer
        const first = await storedAnswer(id, fingerprint)
        if (!first) throw stillRunning()
        return first
      }

      try {
        return await work(once)
      } finally {
        running.delete(name)
      }
    },
  }
}

const stillRunning = () => new AppError('request_running', { retryAfter: RETRY_SECONDS })

/** Null without a key; an empty one counts as none. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = [headers[IDEMPOTENCY.header]].flat().join(', ').trim()
  if (key === '') return null
  if (key.length > IDEMPOTENCY.keyMax || !/^[\x21-\x7e]+$/.test(key)) throw new AppError('idempotency_key_invalid')
  return key
}

/**
 * Of what was sent, not of the parsed input, whose defaults may change. Hashed in pieces and on another thread, and
 * with the site's secret: a body may hold a password, which a plain digest would let be guessed.
 */
async function fingerprintOf(
  { method, routeOptions, body }: FastifyRequest,
  files: UploadedFile[],
  secret: string,
): Promise<string> {
  const digests = createHmac('sha256', secret)
  const add = async (bytes: Buffer<ArrayBuffer>) => {
    digests.update(Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)))
  }
  let text = ''
  for (const piece of piecesOf([method, routeOptions.url, body, files.map((file) => [file.name, file.body])])) {
    if (typeof piece === 'string') text += piece
    if (typeof piece === 'string' && text.length < PIECE) continue
    await add(Buffer.from(text))
    text = ''
    if (typeof piece !== 'string') await add(Buffer.from(piece))
  }
  await add(Buffer.from(text))
  return digests.digest('base64url')
}

/** Characters that are copied at once: a body may have 63 MB. */
const PIECE = 256 * 1024

/** Marks and lengths tell types and nesting, so that different values have different pieces. */
function* piecesOf(value: unknown): Generator<string | Buffer> {
  // A list rather than recursion: input may be nested deeper than the stack.
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string') {
      yield `"${next.length}:`
      for (let i = 0; i < next.length; i += PIECE) yield next.slice(i, i + PIECE)
    } else if (Buffer.isBuffer(next)) {
      yield `<${next.length}:`
      yield next
    } else if (typeof next === 'object' && next !== null) {
      const items = Array.isArray(next) ? next : Object.entries(next).flat()
      yield `${Array.isArray(next) ? '[' : '{'}${items.length}:`
      for (const item of items.toReversed()) rest.push(item)
    } else yield `${next};`
  }
}
