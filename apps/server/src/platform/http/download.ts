/** Sends files. */
import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** CSV, streamed while it is generated. `total` is approximate: rows may come and go meanwhile. */
export type Download = { name: string; total: number; text: AsyncIterable<string> }

/** For a progress bar: the length in bytes is not known in advance. */
const TOTAL = 'x-total-count'

/** Streams the file; nobody may cache it. */
export function sendDownload(reply: FastifyReply, { name, total, text }: Download): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header(TOTAL, total)
    .send(Readable.from(text))
}

/** A file whose size is known. `onEnd`: it was sent, or nobody takes it any more. */
export type Archive = { name: string; bytes: number; content: AsyncIterable<Buffer>; onEnd(): void }

const STALLED_MS = 60_000

/**
 * Streams the file, past the temporary files of a proxy; nobody may cache it. It is closed when nothing of it was
 * taken for `stalledMs`.
 */
export function sendArchive(
  reply: FastifyReply,
  { name, bytes, content, onEnd }: Archive,
  { headOnly = false, stalledMs = STALLED_MS } = {},
): FastifyReply {
  // Not the end of `content`, which may never have begun.
  finished(reply.raw, onEnd)
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', bytes)
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(headOnly ? null : Readable.from(content))
}
