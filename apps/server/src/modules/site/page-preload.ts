import { PAGE } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'

const SITE = '小石榴'
const SLOGAN = '小石榴，校园图文社区：用图片和文字分享校园里的每一天。'
const EXCERPT_LENGTH = 120

/** API paths that the page at `url` requests first, spelled exactly like the browser client spells them. */
export function preloadPaths(url: URL): string[] {
  const { pathname } = url
  if (pathname === '/' || /^\/explore(\/recommend)?\/?$/.test(pathname)) {
    return ['/categories', `/posts?category=recommend&limit=${PAGE.limit}&page=1`]
  }
  if (pathname.startsWith('/explore/')) return ['/categories']
  const id = pathname === '/post' ? url.searchParams.get('id') : null
  return id && /^\d{1,15}$/.test(id) ? [`/posts/${id}?skipViewCount=true`] : []
}

/** Title and meta tags of a page; `post` where the address is a post's. `origin` makes picture URLs absolute. */
export function pageMeta(origin: string, url: URL, post: Post | null): { title: string; tags: Record<string, string> } {
  const tags = { 'og:site_name': SITE, 'og:url': `${origin}${url.pathname}${url.search}`, description: SLOGAN }
  if (!post) return { title: SITE, tags: { ...tags, 'og:title': SITE, 'og:type': 'website' } }
  const text = plainText(parseRichText(post.content)).replace(/\s+/g, ' ')
  const excerpt = [...text].slice(0, EXCERPT_LENGTH).join('')
  const image = coverOf(post.pictures)?.url
  return {
    title: `${post.title} - ${SITE}`,
    tags: {
      ...tags,
      description: excerpt || SLOGAN,
      'og:type': 'article',
      'og:title': post.title,
      'og:description': excerpt,
      'og:article:author': post.nickname,
      ...(image && { 'og:image': new URL(image, origin).href }),
    },
  }
}
