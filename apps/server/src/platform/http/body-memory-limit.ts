/** Bounds the memory of request bodies: uploads are buffered until they are stored. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { perAccount } from './rate-limit.ts'

export type BodyMemoryLimit = {
  /** Call before reading the body. Throws `too_many_requests` without room, `bad_request` if the client is gone. */
  reserve(request: Pick<FastifyRequest, 'viewer' | 'headers' | 'ip'>, reply: Pick<FastifyReply, 'raw'>): void
  /** Runs the work that holds the body and then releases its memory, whether or not the client still waits. */
  releaseAfter<T>(request: object, work: () => Promise<T>): Promise<T>
}

type Reservation = { inUse: boolean; release(): void }

/** Two batches of the largest pictures, or as many single ones as a person sends. */
const MAX_PER_ACCOUNT = 128 * 1024 * 1024
/** A lecture hall uploading at once; more would exhaust a machine with 4 GB. */
const MAX_TOTAL = 1024 * 1024 * 1024

/** Most uploads are done by then. */
const RETRY_SECONDS = 5

export function bodyMemoryLimit(maxPerAccount = MAX_PER_ACCOUNT, maxTotal = MAX_TOTAL): BodyMemoryLimit {
  const reservations = new WeakMap<object, Reservation>()
  const bytesByAccount = new Map<string, number>()
  let total = 0
  return {
    reserve(request, { raw }) {
      // The close event has already fired.
      if (raw.destroyed) throw new AppError('bad_request')
      const account = perAccount(request)
      const accountBytes = bytesByAccount.get(account) ?? 0
      // A chunked body of unknown length may be anything; without either header there is no body.
      const unknownLength = request.headers['transfer-encoding'] === undefined ? 0 : maxPerAccount
      // More than the maximum is never buffered, so announcing more must not lock out others.
      const size = Math.min(Number(request.headers['content-length'] ?? unknownLength), maxPerAccount)
      if ((accountBytes > 0 && accountBytes + size > maxPerAccount) || (total > 0 && total + size > maxTotal))
        throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS })
      bytesByAccount.set(account, accountBytes + size)
      total += size
      const reservation: Reservation = {
        inUse: false,
        release() {
          total -= size
          const remaining = (bytesByAccount.get(account) ?? 0) - size
          if (remaining > 0) bytesByAccount.set(account, remaining)
          else bytesByAccount.delete(account)
        },
      }
      reservations.set(request, reservation)
      // Rejected or aborted before the work began.
      raw.once('close', () => {
        if (reservations.delete(request) && !reservation.inUse) reservation.release()
      })
    },
    async releaseAfter(request, work) {
      const reservation = reservations.get(request)
      if (!reservation) return work()
      reservation.inUse = true
      try {
        return await work()
      } finally {
        reservation.release()
      }
    },
  }
}
