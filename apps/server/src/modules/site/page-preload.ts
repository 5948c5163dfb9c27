/** The addresses of the web app (docs/product.md#routes) and what of the API their pages request first. */
import { PAGE } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import type { PreloadedPicture } from '#platform/http/html-page.ts'

export type Page =
  | { kind: 'feed' | 'channel' | 'other' | 'admin' | 'unknown' }
  | { kind: 'post' | 'user'; id: string }
  | { kind: 'search'; keyword: string; tag: string }

/** Pages without data of their own here; the browser shows them once it knows who asks. */
const OTHERS = /^\/(publish|notification|user|follow(\/[^/]+)?|draft-box|post-management|withheld|campus\/\d+)$/i
const ADMIN = /^\/admin(\/.*)?$/i

/** The page at an address, in any letter case and with or without a slash at its end, as the browser reads it. */
export function pageAt(url: URL): Page {
  const path = url.pathname.replace(/\/+$/, '')
  const query = (name: string) => url.searchParams.get(name) ?? ''
  const [first = '', second, ...rest] = path.slice(1).toLowerCase().split('/')
  if (path === '' || /^\/explore(\/recommend)?$/i.test(path)) return { kind: 'feed' }
  if (OTHERS.test(path)) return { kind: 'other' }
  if (ADMIN.test(path)) return { kind: 'admin' }
  if (rest.length > 0) return { kind: 'unknown' }
  if (first === 'explore') return { kind: 'channel' }
  if (first === 'post') return { kind: 'post', id: second ?? query('id') }
  if (first === 'user') return { kind: 'user', id: decoded(path.split('/')[2] ?? '') }
  if (first === 'search_result') return { kind: 'search', keyword: query('keyword'), tag: query('tag') }
  return { kind: 'unknown' }
}

/** Empty for what is no percent-encoding. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/** API paths that the page requests first, spelled exactly like the browser client spells them. */
export function preloadPaths(page: Page): string[] {
  switch (page.kind) {
    case 'feed':
      return ['/categories', `/posts?category=recommend&limit=${PAGE.limit}&page=1`]
    case 'channel':
      return ['/categories']
    case 'post':
      return /^\d{1,15}$/.test(page.id) ? [`/posts/${page.id}?skipViewCount=true`] : []
    case 'user':
      return page.id ? [`/users/${encodeURIComponent(page.id)}`] : []
    default:
      return []
  }
}

/** Covers that every screen shows at once, and those that the four columns of a wide one show below them. */
const FIRST_COVERS = 4
const WIDE = { covers: 4, media: '(min-width: 961px)' }

/** The covers of the first screen in the size that it shows. A cover that is not shown would cost without use. */
export function preloadPictures(posts: readonly Post[], size: 'card' | 'url'): PreloadedPicture[] {
  const urls = posts.flatMap(({ pictures }) => coverOf(pictures)?.[size] ?? [])
  return urls
    .slice(0, FIRST_COVERS + WIDE.covers)
    .map((url, index) => (index < FIRST_COVERS ? { url } : { url, media: WIDE.media }))
}
