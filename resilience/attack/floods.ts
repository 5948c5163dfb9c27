/** The floods: each does for some seconds what one person with a script can do. Runs as a child process of main.ts. */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { SiteData } from '../../bench/site-data.ts'

export type Target = { address: string; adminPassword: string; data: SiteData }
/** How often each status was answered; `none` if the connection broke. */
export type FloodResult = Record<string, number>

type Flood = (target: Target, until: AbortSignal, count: (status: string) => void) => Promise<void>

const CONNECTIONS = 64

type Sent = { method?: string; token?: string | undefined; body?: object | FormData | string }

async function send({ address }: Target, path: string, { method = 'GET', token, body }: Sent = {}, until: AbortSignal) {
  const isForm = body instanceof FormData
  const response = await fetch(`${address}/api${path}`, {
    method,
    signal: until,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return String(response.status)
}

/** Asks over many connections, as fast as each is answered. */
function flooding(ask: (target: Target, n: number) => { path: string } & Sent, connections = CONNECTIONS): Flood {
  return async (target, until, count) => {
    let n = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (!until.aborted) {
          const { path, ...sent } = ask(target, n++)
          count(await send(target, path, sent, until).catch(() => 'none'))
        }
      }),
    )
  }
}

const randomText = (length: number) =>
  Array.from({ length }, () => '我们在图书馆看书学习考试复习的一天校园生活'[Math.floor(Math.random() * 20)]).join('')

export async function adminToken(target: Pick<Target, 'address' | 'adminPassword'>): Promise<string> {
  const response = await fetch(`${target.address}/api/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: target.adminPassword }),
  })
  const { data } = (await response.json()) as { data: { tokens: { access_token: string } } }
  return data.tokens.access_token
}

const exports: Flood = async (target, until, count) => {
  const token = await adminToken(target)
  await flooding((_, n) => ({ path: `/admin/${n % 2 ? 'posts' : 'likes'}/export`, token }), 4)(target, until, count)
}

const tables: Flood = async (target, until, count) => {
  const token = await adminToken(target)
  const path = (n: number) =>
    `/admin/posts?title=${encodeURIComponent(randomText(1))}&page=${1 + (n % 50)}&sortField=like_count`
  await flooding((_, n) => ({ path: path(n), token }), 16)(target, until, count)
}

/** Few bytes that take much work. */
const bomb = sharp({ create: { width: 3999, height: 3999, channels: 3, background: '#336699' } })
  .webp({ lossless: true })
  .toBuffer()

const pictures: Flood = async (target, until, count) => {
  const bytes = new Uint8Array(await bomb)
  const upload = () => {
    const body = new FormData()
    body.append('file', new Blob([bytes], { type: 'image/webp' }), 'large.webp')
    return body
  }
  await flooding(({ data }) => ({ path: '/upload/single', method: 'POST', token: data.tokens[1], body: upload() }), 40)(
    target,
    until,
    count,
  )
}

/** Claims a body, sends the beginning, and says nothing more. */
const heldBodies: Flood = async (target, until, count) => {
  const { hostname, port } = new URL(target.address)
  const claims = [128 * 1024 * 1024, 5 * 1024 * 1024].flatMap((length) => Array<number>(8).fill(length))
  const sockets = claims.map((length, i) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.on('data', (text) => count(/^HTTP\/1.1 (\d+)/.exec(String(text))?.[1] ?? 'none'))
    socket.write(
      `POST /api/upload/single HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${target.data.tokens[2 + (i % 8)]}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n--x\r\n`,
    )
    return socket
  })
  await wait(60_000, undefined, { signal: until }).catch(() => {})
  for (const socket of sockets) socket.destroy()
}

const note = (data: SiteData) => ({ title: randomText(8), content: randomText(200), category_id: data.categoryId })

export const FLOODS = {
  exports,
  tables,
  searches: flooding(() => ({ path: `/search?keyword=${encodeURIComponent(randomText(6))}` })),
  suggestions: flooding(() => ({ path: `/search/suggestions?keyword=${encodeURIComponent(randomText(3))}` })),
  'made-up tokens': flooding((_, n) => ({
    path: '/auth/refresh',
    method: 'POST',
    body: { refresh_token: `${n}-${Math.random()}` },
  })),
  'large bodies': flooding(({ data }) => ({
    path: '/posts',
    method: 'POST',
    token: data.tokens[3],
    body: { ...note(data), tags: [], content: 'x'.repeat(900_000) },
  })),
  'bodies of 128 kB': flooding(({ data }) => ({
    path: '/posts',
    method: 'POST',
    token: data.tokens[3],
    body: `{"content":[${'{"a":[]},'.repeat(14_000)}0]}`,
  })),
  pictures,
  'held bodies': heldBodies,
  captchas: flooding(() => ({ path: '/auth/captcha' })),
  'empty sign-ins': flooding(() => ({ path: '/auth/login', method: 'POST', body: {} })),
  'guessed passwords': flooding((_, n) => ({
    path: '/auth/login',
    method: 'POST',
    body: { user_id: `nobody${n}`, password: 'wrong-password' },
  })),
  notes: flooding(({ data }) => ({ path: '/posts', method: 'POST', token: data.tokens[4], body: note(data) }), 16),
} satisfies Record<string, Flood>
export type FloodName = keyof typeof FLOODS

process.on('message', async ({ name, target, ms }: { name: FloodName; target: Target; ms: number }) => {
  const result: FloodResult = {}
  await FLOODS[name](target, AbortSignal.timeout(ms), (status) => {
    result[status] = (result[status] ?? 0) + 1
  })
  process.send?.(result)
})
