/** What a page's HTML says of itself to whoever does not run its scripts: title, description, link preview. */
import { DEFAULT_BIO, SEARCH } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Profile } from '@shiliu/contract/users'
import type { SiteIdentity } from '#platform/http/html-page.ts'
import type { Page } from './page-preload.ts'

const slogan = (site: string) => `${site}，校园图文社区：用图片和文字分享校园里的每一天。`
const EXCERPT_LENGTH = 120

type PageMeta = { title: string; tags: Record<string, string> }

/** What the API answered for the page; null where it found nothing or was not asked. */
type PageSubject = { post: Post | null; profile: Profile | null }

type Preview = { title: string; description?: string; type?: string; image?: string | undefined; author?: string }

/** Title and meta tags of the page at `url`. `origin` makes picture URLs absolute. */
export function pageMeta(origin: string, url: URL, page: Page, subject: PageSubject, site: SiteIdentity): PageMeta {
  const { name, logo, readOnly, told = {} } = site
  const preview = previewOf(page, subject, name)
  const { title, description = site.description || slogan(name), type = 'website', image = logo, author } = preview
  return {
    title: title === name ? name : `${title} - ${name}`,
    tags: {
      'og:site_name': name,
      'og:url': `${origin}${url.pathname}${url.search}`,
      'og:type': type,
      'og:title': title,
      'og:description': description,
      description,
      ...(author !== undefined && { 'og:article:author': author }),
      ...(logo && { 'site:logo': logo }),
      ...(readOnly && { 'site:mode': 'read_only' }),
      ...Object.fromEntries(Object.entries(told).filter(([, text]) => text !== '')),
      ...(image && { 'og:image': new URL(image, origin).href }),
    },
  }
}

function previewOf(page: Page, { post, profile }: PageSubject, site: string): Preview {
  if (page.kind === 'post') return post ? ofPost(post) : { title: '笔记不见了' }
  if (page.kind === 'user') return profile ? ofUser(profile, site) : { title: '用户不存在' }
  if (page.kind === 'search') return ofSearch(page, site)
  return { title: page.kind === 'unknown' ? '页面不见了' : site }
}

function excerpt(source: string): string {
  const text = plainText(parseRichText(source)).replace(/\s+/g, ' ').trim()
  return [...text].slice(0, EXCERPT_LENGTH).join('')
}

function ofPost({ title, content, pictures, nickname }: Post): Preview {
  const image = coverOf(pictures)?.url
  return { title, ...describedBy(content), type: 'article', image, author: nickname }
}

/** A note without text is described as the site is. */
function describedBy(content: string): Pick<Preview, 'description'> {
  const description = excerpt(content)
  return description ? { description } : {}
}

function ofUser({ nickname, bio, avatar }: Profile, site: string): Preview {
  const own = bio && bio !== DEFAULT_BIO ? excerpt(bio) : ''
  return { title: nickname, description: own || `${nickname}在${site}的主页`, type: 'profile', image: avatar }
}

function ofSearch({ keyword, tag }: { keyword: string; tag: string }, site: string): Preview {
  const [word, name] = [keyword, tag].map((text) => [...text.trim()].slice(0, SEARCH.keywordMax).join(''))
  if (word) return { title: `「${word}」的搜索结果`, description: `${site}上与「${word}」有关的笔记和同学` }
  if (name) return { title: `#${name}`, description: `${site}上带 #${name} 的笔记` }
  return { title: '搜索' }
}
