/** The built web app and, with disk storage, the uploaded pictures. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { fillPage, type PageParts } from './page.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`

/** Serves uploads below `/uploads`: named by hash, so they never change; `nosniff` comes from helmet. */
export async function serveUploads(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    // Files on their way in have names that begin with a dot.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response) => response.setHeader('cache-control', IMMUTABLE),
  })
}

/**
 * Serves the web app from `dir`, precompressed; every address that is no file is the app's own and gets its page, filled
 * with what `partsOf` says. Without a build only the API answers.
 */
export async function serveWeb(
  app: FastifyInstance,
  dir: string,
  partsOf: (request: FastifyRequest) => Promise<PageParts>,
): Promise<void> {
  const file = join(dir, 'index.html')
  const page = existsSync(file) ? await readFile(file, 'utf8') : null
  if (page) {
    const assets = join(resolve(dir), 'assets', sep)
    await app.register(fastifyStatic, {
      root: dir,
      prefix: '/',
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Vite names assets by hash; anything else may change with the next release.
      setHeaders(response, path) {
        response.setHeader('cache-control', path.startsWith(assets) ? IMMUTABLE : 'no-cache')
        // A cache on the way must not give what one browser can read to another.
        response.setHeader('vary', 'accept-encoding')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const below = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
    const isPage = !below(API_PREFIX) && !below('/uploads') && !/\.\w{1,8}$/.test(path)
    if (!page || !isPage || (request.method !== 'GET' && request.method !== 'HEAD')) throw new AppError('not_found')
    const parts = await partsOf(request)
    reply.status(parts.status).type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return reply.send(fillPage(page, parts))
  })
}
