/** Uploads are held in memory until they are stored: what one account, and all together, may send at once is bounded. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { perAccount } from './rate-limit.ts'

export type LargeBodies = {
  /**
   * Before the body is read. Throws `too_many_requests` where other bodies, the account's or all, leave no room for it,
   * `bad_request` where its sender has gone.
   */
  enter(request: Pick<FastifyRequest, 'viewer' | 'headers' | 'ip'>, reply: Pick<FastifyReply, 'raw'>): void
  /** Does the work that holds the body; there is room again when it is done, whether or not the client waited for it. */
  during<T>(request: object, work: () => Promise<T>): Promise<T>
}

type Body = { working: boolean; leave(): void }

/** Two batches of the largest pictures, or as many single ones as a person sends. */
const MOST_OF_ONE = 128 * 1024 * 1024
/** A lecture hall that shares what it saw; beyond it a machine of 4 GB would be in need. */
const MOST_OF_ALL = 1024 * 1024 * 1024

export function largeBodies(most = MOST_OF_ONE, mostOfAll = MOST_OF_ALL): LargeBodies {
  const bodies = new WeakMap<object, Body>()
  const held = new Map<string, number>()
  let heldByAll = 0
  return {
    enter(request, { raw }) {
      // Its end was told before anybody listened.
      if (raw.destroyed) throw new AppError('bad_request')
      const account = perAccount(request)
      const before = held.get(account) ?? 0
      // Who does not say how much comes may send anything; without either header nothing comes.
      const unsaid = request.headers['transfer-encoding'] === undefined ? 0 : most
      // More is not kept whatever is sent, and must not shut out the others by being said.
      const size = Math.min(Number(request.headers['content-length'] ?? unsaid), most)
      if ((before > 0 && before + size > most) || (heldByAll > 0 && heldByAll + size > mostOfAll))
        throw new AppError('too_many_requests')
      held.set(account, before + size)
      heldByAll += size
      const body: Body = {
        working: false,
        leave() {
          heldByAll -= size
          const rest = (held.get(account) ?? 0) - size
          if (rest > 0) held.set(account, rest)
          else held.delete(account)
        },
      }
      bodies.set(request, body)
      // Refused or broken off before the work begins.
      raw.once('close', () => {
        if (bodies.delete(request) && !body.working) body.leave()
      })
    },
    async during(request, work) {
      const body = bodies.get(request)
      if (!body) return work()
      body.working = true
      try {
        return await work()
      } finally {
        body.leave()
      }
    },
  }
}
