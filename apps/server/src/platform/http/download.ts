/** Answers that are files, made while they are sent: however long, only a piece of them is in memory. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file of comma-separated values: a heading, then `total` rows, unless some come or go meanwhile. */
export type Download = { name: string; total: number; text: AsyncIterable<string> }

/** How many rows will come, for a bar of progress: how many bytes, nobody knows yet. */
const TOTAL = 'x-total-count'

export function sendDownload(reply: FastifyReply, { name, total, text }: Download): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header(TOTAL, total)
    .send(Readable.from(text))
}
