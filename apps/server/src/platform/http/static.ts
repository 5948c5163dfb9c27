/** Serves uploads and the built web app. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { fileKeyOf } from '../images/presets.ts'
import type { Storage } from '../storage/storage.ts'
import { type HtmlPageParts, type PageAssets, renderHtmlPage, renderManifest, type SiteIdentity } from './html-page.ts'

const YEAR_SECONDS = 365 * 24 * 3600
/** How long a redirect to a moved picture or page is cached. */
const MOVED_SECONDS = 300
const MANIFEST = 'manifest.webmanifest'
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`

/** File names contain a hash, so files never change. */
export async function serveUploads(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    // Files being written have names that start with a dot.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', IMMUTABLE),
  })
}

type Web = {
  storage: Storage
  /** Fills the HTML page. */
  partsFor: (request: FastifyRequest) => Promise<HtmlPageParts>
  identity: () => SiteIdentity
  /** Where a file below `/uploads/` of this host is now that was there at a site before; null for any other. */
  movedUpload: (name: string, host: string) => Promise<string | null>
}

/** Address of an upload that is not there, as somebody wrote it. */
function uploadName(path: string): string | null {
  try {
    return decodeURIComponent(path.slice('/uploads/'.length))
  } catch {
    return null
  }
}

/** URLs that are neither API nor file get the HTML page. Without a build only the API answers. */
export async function serveWeb(
  app: FastifyInstance,
  dir: string,
  { storage, partsFor, identity, movedUpload }: Web,
): Promise<void> {
  const file = join(dir, 'index.html')
  const page = existsSync(file) ? await readFile(file, 'utf8') : null
  const assets = await readPageAssets(dir)
  if (page) {
    const assets = join(resolve(dir), 'assets', sep)
    await app.register(fastifyStatic, {
      root: dir,
      prefix: '/',
      wildcard: false,
      index: false,
      globIgnore: [`${MANIFEST}*`],
      preCompressed: true,
      cacheControl: false,
      // Vite names assets by hash; other files may change with a release.
      setHeaders(reply, path) {
        reply.header('cache-control', path.startsWith(assets) ? IMMUTABLE : 'no-cache')
        // Keeps shared caches from sending an encoding the client did not ask for.
        reply.header('vary', 'accept-encoding')
      },
    })
  }
  const manifest = await readFile(join(dir, MANIFEST), 'utf8').catch(() => null)
  if (manifest) {
    app.get(`/${MANIFEST}`, (_request, reply) => {
      reply.type('application/manifest+json').header('cache-control', 'no-cache')
      return reply.send(renderManifest(manifest, identity()))
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const below = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const oldName = isRead && below('/uploads') ? uploadName(path) : null
    const moved = isRead
      ? (movedPicture(storage, request, path) ?? (oldName && (await movedUpload(oldName, request.host))))
      : null
    // Not for good: files move in both directions, and can be deleted.
    if (moved) return reply.header('cache-control', `public, max-age=${MOVED_SECONDS}`).redirect(moved, 302)
    const isPage = !below(API_PREFIX) && !below('/uploads') && !/\.\w{1,8}$/.test(path)
    if (!page || !isPage || !isRead) throw new AppError('not_found')
    const parts = await partsFor(request)
    if (parts.movedTo)
      return reply.header('cache-control', `public, max-age=${MOVED_SECONDS}`).redirect(parts.movedTo, 301)
    reply.status(parts.status).type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return reply.send(renderHtmlPage(page, parts, assets.get(path.split('/')[1] ?? '')))
  })
}

/**
 * Where the picture is whose address of before a move is asked for, at this host or one that leads here now; null for
 * what is no picture, and for one that is missing where it should be.
 */
function movedPicture(storage: Storage, { host, protocol }: FastifyRequest, path: string): string | null {
  const key = fileKeyOf(path)
  if (key === null) return null
  const url = storage.url(key)
  const origin = `${protocol}://${host}`
  if (!URL.canParse(url, origin)) return null
  const { pathname, host: target } = new URL(url, origin)
  return pathname === path && target === new URL(origin).host ? null : url
}

/** By the first part of an address; the web app's build writes them. */
async function readPageAssets(dir: string): Promise<Map<string, PageAssets>> {
  const file = join(dir, 'page-assets.json')
  if (!existsSync(file)) return new Map()
  return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8'))))
}
