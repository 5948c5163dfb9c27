/** README.md explains the targets. */
import type { BenchRequest } from './request.ts'
import type { SiteData } from './site-data.ts'

export const ROW_NAMES = [
  'feed',
  'feed-deep',
  'category',
  'feed-user',
  'feed-user-deep',
  'detail',
  'comments',
  'notifications',
  'search-rare',
  'search-common',
  'like',
  'publish',
] as const
export type RowName = (typeof ROW_NAMES)[number]
/** Measured by itself: `mixed.ts`. */
export const MIXED = 'mixed'

type Row = {
  title: string
  /** Minimum ratio to the baseline's requests per second. */
  target?: number
  /** Requests to send in turn. For writes, each call returns new ones. */
  requests(siteData: SiteData): BenchRequest[]
  /** The request that undoes a write, given its response. */
  undo?(request: BenchRequest, answer: string): BenchRequest
}

/** Maximum slowdown of the large size against the small one. */
export const MAX_SLOWDOWN = 1.3
export const MAX_MEGABYTES = 300

/** More than one round sends. */
const WRITES = 8000
const PER_PAGE = 20

const get = (path: string): BenchRequest => ({ method: 'GET', path })
const as = (token: string | undefined, request: BenchRequest): BenchRequest => ({ ...request, token })
const byEveryone = (siteData: SiteData, path: string) =>
  siteData.tokens.slice(0, 200).map((token) => as(token, get(path)))
const found = (word: string) => () => [get(`/api/search?keyword=${encodeURIComponent(word)}&page=1&limit=20`)]
/** Page 1,000, or the last one if there are fewer. */
const deep = ({ posts }: SiteData) =>
  `/api/posts?category=recommend&page=${Math.min(1000, Math.floor(posts / PER_PAGE))}&limit=${PER_PAGE}`

let written = 0
/** Returns indexes that have not been used before. */
function next(count: number): number[] {
  const from = written
  written += count
  return Array.from({ length: count }, (_, index) => from + index)
}

export const ROWS: Record<RowName, Row> = {
  feed: {
    title: 'guest feed, page 1',
    target: 0.5,
    requests: () => [get('/api/posts?category=recommend&page=1&limit=20')],
  },
  'feed-deep': { title: 'guest feed, page 1,000', requests: (siteData) => [get(deep(siteData))] },
  category: {
    title: 'guest category, page 1',
    target: 0.5,
    requests: ({ categoryId }) => [get(`/api/posts?category=${categoryId}&page=1&limit=20`)],
  },
  'feed-user': {
    title: 'signed-in feed, page 1',
    target: 0.15,
    requests: (siteData) => byEveryone(siteData, '/api/posts?category=recommend&page=1&limit=20'),
  },
  'feed-user-deep': {
    title: 'signed-in feed, page 1,000',
    requests: (siteData) => byEveryone(siteData, deep(siteData)),
  },
  detail: {
    title: 'detail of 100 notes, guest',
    target: 0.3,
    requests: ({ detailIds }) => detailIds.map((id) => get(`/api/posts/${id}`)),
  },
  comments: {
    title: 'comments of 100 notes, guest',
    requests: ({ discussedIds }) => discussedIds.map((id) => get(`/api/posts/${id}/comments?page=1&limit=5`)),
  },
  notifications: {
    title: 'notifications, likes',
    requests: ({ inboxes, tokens }) =>
      inboxes.map((place) => as(tokens[place], get('/api/notifications/likes?page=1&limit=20'))),
  },
  'search-rare': { title: 'search, 25 hits', target: 0.05, requests: found('鲸落') },
  'search-common': { title: 'search, a third of all', target: 0.05, requests: found('一个') },
  like: {
    title: 'like',
    requests: ({ newLikes, tokens }) =>
      next(WRITES).flatMap((index) => {
        const [user, target_id] = newLikes[index % newLikes.length] ?? [0, 0]
        return as(tokens[user], { method: 'POST', path: '/api/likes', body: { target_type: 1, target_id } })
      }),
    undo: (request) => ({ ...request, method: 'DELETE' }),
  },
  publish: {
    title: 'publish',
    requests: ({ tokens, categoryId, pictures }) =>
      next(WRITES).map((index) =>
        as(tokens[index % tokens.length], {
          method: 'POST',
          path: '/api/posts',
          body: {
            title: `压测的第${index}篇笔记`,
            content: '图书馆三楼靠窗的位置，下午的光刚好落在书上。\n想找一个一起自习的同学，周末也可以。',
            category_id: categoryId,
            images: pictures.slice(index % 5, (index % 5) + 3),
            tags: ['学习', '日常'],
          },
        }),
      ),
    undo: ({ token }, answer) => ({ method: 'DELETE', path: `/api/posts/${JSON.parse(answer).data.id}`, token }),
  },
}
