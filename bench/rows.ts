/** What is asked of the server, row by row, and what must be reached (see README.md). */
import type { Asked } from './asked.ts'
import type { Facts } from './facts.ts'

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

type Row = {
  title: string
  /** Least requests per second as a part of the bare server's. */
  target?: number
  /** What is asked in turn; a write gets new ones with each call. */
  requests(facts: Facts): Asked[]
  /** How a write is taken back, from what it answered. */
  undo?(asked: Asked, answer: string): Asked
}

/** The large size is at most so many times as slow as the small one, in every row. */
export const MOST_SLOWDOWN = 1.3
export const MOST_MEGABYTES = 300

/** More than any round needs; each is asked once. */
const WRITES = 8000
const PER_PAGE = 20

const get = (path: string): Asked => ({ method: 'GET', path })
const as = (token: string | undefined, asked: Asked): Asked => ({ ...asked, token })
const byEveryone = (facts: Facts, path: string) => facts.tokens.slice(0, 200).map((token) => as(token, get(path)))
const found = (word: string) => () => [get(`/api/search?keyword=${encodeURIComponent(word)}&page=1&limit=20`)]
/** Page 1,000; the last one where there are fewer. */
const deep = ({ posts }: Facts) =>
  `/api/posts?category=recommend&page=${Math.min(1000, Math.floor(posts / PER_PAGE))}&limit=${PER_PAGE}`

let written = 0
/** The next places of a list that is gone through once in a run. */
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
  'feed-deep': { title: 'guest feed, page 1,000', requests: (facts) => [get(deep(facts))] },
  category: {
    title: 'guest category, page 1',
    target: 0.5,
    requests: ({ categoryId }) => [get(`/api/posts?category=${categoryId}&page=1&limit=20`)],
  },
  'feed-user': {
    title: 'signed-in feed, page 1',
    target: 0.15,
    requests: (facts) => byEveryone(facts, '/api/posts?category=recommend&page=1&limit=20'),
  },
  'feed-user-deep': { title: 'signed-in feed, page 1,000', requests: (facts) => byEveryone(facts, deep(facts)) },
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
    undo: (asked) => ({ ...asked, method: 'DELETE' }),
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
