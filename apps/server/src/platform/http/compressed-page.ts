/** Sends JSON and pages, compressed and revalidated by ETag. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withOwnMemory } from '../cache/own-memory.ts'
import { type CachedPage, type Encoding, matchesEtag } from './page-cache.ts'

const compressed: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        // Higher levels take several times as long for a few per cent.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}
export const ENCODINGS: Encoding[] = ['br', 'gzip']
/** Bytes. Smaller bodies are not worth compressing. */
export const COMPRESSION_THRESHOLD = 1024

/** Kept by the asker alone: the same URL answers guests and viewers. */
export const REVALIDATE = 'private, no-cache'

/** Sends a cached page, compressed as the browser accepts it, or 304 where it has it. */
export async function sendCompressedPage(
  page: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply
    .header('etag', page.etag)
    .header('cache-control', REVALIDATE)
    .header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  if (matchesEtag(request.headers['if-none-match'], page)) return reply.status(304).send()
  const encoding = encodingFor(request, page)
  if (!encoding) return sendJson(reply, page.body)
  const body = await compressedBody(page, encoding)
  return sendJson(reply.header('content-encoding', encoding), body)
}

/** Concurrent requests share one compression; a failed one is not cached. */
function compressedBody(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  page.compressed[encoding] ??= compressed[encoding](page.body)
    .then(withOwnMemory)
    .catch((error: unknown) => {
      page.compressed[encoding] = undefined
      throw error
    })
  return page.compressed[encoding]
}

export function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}

/** null leaves the body to the compress plugin. */
function encodingFor({ headers }: FastifyRequest, { body }: CachedPage): Encoding | null {
  const accepted = headers['accept-encoding']
  if (!accepted || body.length < COMPRESSION_THRESHOLD) return null
  return negotiate(accepted, ENCODINGS)
}
