/** Sends a page of the cache: only what is new to its reader, and compressed once for all who ask. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedPage, type Encoding, namesPage } from './page-cache.ts'

const compressed: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        // Beyond it a page of a feed takes several times as long, to become some per cent smaller.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}
/** In the order of preference; what answers compress that are not kept (`app.ts`) has the same. */
export const ENCODINGS: Encoding[] = ['br', 'gzip']
/** Bytes; below it the packet is not worth the work. */
export const COMPRESS_FROM = 1024

export async function sendPage(page: CachedPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Shared caches must not mix guests and users: the same address answers both.
  reply
    .header('etag', page.etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-encoding')
  if (namesPage(request.headers['if-none-match'], page)) return reply.status(304).send()
  const encoding = encodingFor(request, page)
  if (!encoding) return sendJson(reply, page.body)
  const body = await compressedOnce(page, encoding)
  return sendJson(reply.header('content-encoding', encoding), body)
}

/** The first who asks waits for the work, and so does who asks meanwhile; a failure is not kept. */
function compressedOnce(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  page.compressed[encoding] ??= compressed[encoding](page.body).catch((error: unknown) => {
    page.compressed[encoding] = undefined
    throw error
  })
  return page.compressed[encoding]
}

/** An answer that is JSON already. */
export function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}

/** null: as it is. Anything unknown is left to the plugin that compresses all other answers. */
function encodingFor({ headers }: FastifyRequest, { body }: CachedPage): Encoding | null {
  const accepted = headers['accept-encoding']
  if (!accepted || body.length < COMPRESS_FROM) return null
  return negotiate(accepted, ENCODINGS)
}
