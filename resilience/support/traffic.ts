/** People who write and read through nodes of a site, what they were answered, and which writes were acknowledged. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from './site.ts'

export type Answered = {
  what: 'like' | 'comment' | 'upload' | 'read'
  /** 0 where there was no answer: the connection was cut. */
  status: number
  ms: number
  at: number
  message: string
}

/** A row that an acknowledged write must have left. */
export type Acknowledged = { table: 'likes' | 'comments' | 'media'; row: string }

export type Traffic = {
  answers: Answered[]
  /** What waits for its answer, and since when. */
  pending: Map<object, { what: Answered['what']; at: number }>
  acknowledged: Acknowledged[]
  /** Keys of comments, with the ids that were answered for them: one each. */
  comments: Map<string, Set<number>>
  /** Keys of uploads so far: each may leave one picture. */
  uploads(): number
  /** When writes were acknowledged whose answer had been lost before. */
  repeated: number[]
  stop(): Promise<void>
}

type Sent = { status: number; data: { id?: number; url?: string } | null }

type Options = { origins: string[]; people: Person[]; notes: number[]; picture: Buffer; withUploads?: boolean }

const PAUSE_MS = 500
/** Longer than any deadline: what has not ended then hangs. */
const GIVE_UP_MS = 40_000

/** Each person likes, comments and uploads in turn, at one node after the other; four more read. */
export function startTraffic({ origins, people, notes, picture, withUploads = true }: Options): Traffic {
  const answers: Answered[] = []
  const pending: Traffic['pending'] = new Map()
  const acknowledged: Acknowledged[] = []
  const comments = new Map<string, Set<number>>()
  const repeated: number[] = []
  let uploads = 0
  let stopped = false
  const originOf = (n: number) => origins[n % origins.length] ?? ''

  async function send(what: Answered['what'], url: string, init: RequestInit): Promise<Sent> {
    const start = performance.now()
    const ticket = {}
    pending.set(ticket, { what, at: start })
    let [status, message] = [0, '']
    let data: Sent['data'] = null
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MS) })
      const answer = (await response.json()) as { message: string; data: Sent['data'] }
      status = response.status
      message = answer.message
      data = status === 200 ? (answer.data ?? {}) : null
    } catch (error) {
      status = 0
      message = String(error)
    }
    pending.delete(ticket)
    answers.push({ what, status, ms: performance.now() - start, at: start, message })
    return { status, data }
  }

  /** Again with the same key, on any node, as our own client does: until there is an answer, or until it is done. */
  async function repeat(until: 'answered' | 'done', attempt: (tries: number) => Promise<Sent>) {
    let lost = false
    for (let tries = 0; !stopped && tries < 60; tries++) {
      const { status, data } = await attempt(tries)
      if (data && lost) repeated.push(performance.now())
      if (data || (until === 'answered' && status !== 0)) return data
      lost ||= status === 0
      await wait(PAUSE_MS)
    }
    return null
  }

  function post(what: Answered['what'], path: string, body: object, person: Person, n: number, key?: string) {
    return send(what, `${originOf(n)}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
  }

  async function writer(person: Person, index: number) {
    for (let n = 0; !stopped; n++) {
      const post_id = notes[(n + index * 7) % notes.length] ?? 0
      if (n % 3 === 0) {
        const body = { target_type: 1, target_id: post_id }
        const liked = await repeat('answered', (tries) => post('like', '/likes', body, person, index + n + tries))
        if (liked) acknowledged.push({ table: 'likes', row: `${person.id}-${post_id}` })
      } else if (n % 3 === 1 || !withUploads) {
        const key = `${person.id}-${n}`
        const body = { post_id, content: `第${key}条`, parent_id: null }
        const made = await repeat('done', (tries) => post('comment', '/comments', body, person, index + n + tries, key))
        if (made?.id === undefined) continue
        acknowledged.push({ table: 'comments', row: String(made.id) })
        comments.set(key, (comments.get(key) ?? new Set()).add(made.id))
      } else {
        uploads++
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
        const headers = { authorization: `Bearer ${person.token}`, 'idempotency-key': `${person.id}-${n}` }
        const stored = await repeat('answered', (tries) =>
          send('upload', `${originOf(index + n + tries)}/api/upload/single`, { method: 'POST', headers, body: form }),
        )
        if (stored?.url) acknowledged.push({ table: 'media', row: stored.url })
      }
      await wait(PAUSE_MS)
    }
  }

  async function reader(index: number) {
    for (let n = 0; !stopped; n++) {
      await send('read', `${originOf(index + n)}/api/posts?limit=20`, {})
      await wait(PAUSE_MS / 5)
    }
  }

  const all = Promise.all([...people.map(writer), ...[0, 1, 2, 3].map(reader)])
  return {
    answers,
    pending,
    acknowledged,
    comments,
    repeated,
    uploads: () => uploads,
    async stop() {
      stopped = true
      await all
    },
  }
}
