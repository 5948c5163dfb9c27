/** Sends files. */
import { Readable } from 'node:stream'
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

/** A file whose size is known. */
export type Archive = { name: string; bytes: number; content: AsyncIterable<Buffer> }

/** Streams the file; nobody may cache it. Without `body` only its head. */
export function sendArchive(reply: FastifyReply, { name, bytes, content }: Archive, body: boolean): FastifyReply {
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', bytes)
    .header('cache-control', 'no-store, no-transform')
    .send(body ? Readable.from(content) : null)
}
