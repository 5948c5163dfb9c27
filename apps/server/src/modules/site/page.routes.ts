import { DEFAULT_SETTINGS } from '@shiliu/contract/admin/settings'
import { API_PREFIX } from '@shiliu/contract/limits'
import { DEFAULT_PICTURE_RULES, type PictureRules } from '@shiliu/contract/pictures'
import type { Post } from '@shiliu/contract/posts'
import type { Profile } from '@shiliu/contract/users'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#deps.ts'
import { listBanners } from '#modules/announcements/announcements.service.ts'
import { findNewPublicId } from '#modules/users/users.service.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import type { HtmlPageParts, SiteIdentity } from '#platform/http/html-page.ts'
import { pictureRulesOf } from '#platform/images/presets.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import { pageMeta } from './page-meta.ts'
import { type Page, pageAt, preloadPaths, preloadPictures } from './page-preload.ts'

/** Collects what a page's HTML embeds. Requests the API in process as a guest, which reuses the page cache. */
export function htmlPageParts(app: FastifyInstance, ctx: Ctx): (request: FastifyRequest) => Promise<HtmlPageParts> {
  return async (request) => {
    const origin = ctx.config.publicUrl ?? requestOrigin(request)
    const url = requestUrl(request, origin)
    const page = pageAt(url)
    const paths = preloadPaths(page)
    const replies = await Promise.all(paths.map((path) => app.inject({ url: API_PREFIX + path })))
    const answers = paths.flatMap((path, i) => {
      const reply = replies[i]
      return reply?.statusCode === 200 ? [[path, reply.json().data] as const] : []
    })
    const subject = answers[0]?.[1] ?? null
    const post = page.kind === 'post' ? (subject as Post | null) : null
    const profile = page.kind === 'user' ? (subject as Profile | null) : null
    const movedTo = page.kind === 'user' ? await newAddressOf(ctx, page.id, profile, url.search) : null
    return {
      ...(movedTo && { movedTo }),
      ...pageMeta(origin, url, page, { post, profile }, identityOf(ctx)),
      site: identityOf(ctx),
      answers: { ...Object.fromEntries(answers), ...(await bannersFor(ctx, page)) },
      pictures: post ? preloadPictures([post], 'url') : preloadPictures(listed(answers), 'card'),
      status: statusOf(page, replies[0]?.statusCode),
    }
  }
}

/** Of somebody who had the public id at the site before this one. */
async function newAddressOf(ctx: Ctx, id: string, profile: Profile | null, query: string): Promise<string | null> {
  if (id === '' || (profile && normalizedKey(profile.user_id) === normalizedKey(id))) return null
  const userId = await findNewPublicId(ctx, id).catch(() => null)
  return userId === null ? null : `/user/${userId}${query}`
}

/** The back office has its own. A page without them asks for them itself. */
async function bannersFor(ctx: Ctx, { kind }: Page): Promise<Record<string, unknown>> {
  if (kind === 'admin') return {}
  const announcements = await listBanners(ctx, null).catch(() => null)
  return announcements === null ? {} : { '/announcements': { announcements } }
}

export function identityOf({ settings, storage }: Ctx): SiteIdentity {
  const { site_name: name, site_logo, site_mode, site_description: description, ...others } = settings.current
  const told = {
    'site:description': description,
    'site:footer': others.site_footer,
    'site:icp': others.site_icp,
    'site:contact': others.site_contact,
    'site:pictures': picturesTold(pictureRulesOf(settings.current)),
    'site:trash-days': others.trash_days === DEFAULT_SETTINGS.trash_days ? '' : String(others.trash_days),
  }
  return { name, logo: shownAddress(storage, site_logo), readOnly: site_mode === 'read_only', description, told }
}

/** For the browser, which makes pictures smaller before it sends them. */
function picturesTold({ side, quality, megabytes }: PictureRules): string {
  const told = `${side} ${quality} ${megabytes}`
  return told === `${DEFAULT_PICTURE_RULES.side} ${DEFAULT_PICTURE_RULES.quality} ${DEFAULT_PICTURE_RULES.megabytes}`
    ? ''
    : told
}

/** The notes of the first list among the API's answers. */
function listed(answers: (readonly [string, unknown])[]): Post[] {
  const found = answers.find(([path]) => path.startsWith('/posts?'))
  return found ? (found[1] as { posts: Post[] }).posts : []
}

/** That of a note and a person is the API's. A server error must not tell crawlers that they are gone. */
function statusOf({ kind }: Page, apiStatus = 404): 200 | 404 | 503 {
  if (kind === 'unknown') return 404
  if ((kind !== 'post' && kind !== 'user') || apiStatus === 200) return 200
  return apiStatus < 500 ? 404 : 503
}

/** Falls back to localhost for an invalid `Host` header. */
function requestOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? new URL(origin).origin : `${protocol}://localhost`
}

/** Splits the path by hand: `new URL` would parse `//x/y` as a host and reject `//`. */
function requestUrl(request: FastifyRequest, origin: string): URL {
  const url = new URL(origin)
  const [path = '/', ...query] = request.url.split('?')
  url.pathname = path
  url.search = query.join('?')
  return url
}
