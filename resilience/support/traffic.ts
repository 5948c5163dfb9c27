/** People who write and read through nodes of a site, and what they were promised. */
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
export type Promised = { table: 'likes' | 'comments' | 'media'; row: string }

export type Traffic = {
  answers: Answered[]
  /** What waits for its answer, and since when. */
  pending: Map<object, { what: Answered['what']; at: number }>
  promised: Promised[]
  /** Keys of comments, with the ids that were answered for them: one each. */
  comments: Map<string, Set<number>>
  stop(): Promise<void>
}

type Options = { origins: string[]; people: Person[]; notes: number[]; picture: Buffer; withUploads?: boolean }

const PAUSE_MS = 500
/** Longer than any deadline: what has not ended then hangs. */
const GIVE_UP_MS = 40_000

export function startTraffic({ origins, people, notes, picture, withUploads = true }: Options): Traffic {
  const answers: Answered[] = []
  const pending: Traffic['pending'] = new Map()
  const promised: Promised[] = []
  const comments = new Map<string, Set<number>>()
  let stopped = false
  const originOf = (n: number) => origins[n % origins.length] ?? ''

  async function send(
    what: Answered['what'],
    url: string,
    init: RequestInit,
  ): Promise<{ id?: number; url?: string } | null> {
    const start = performance.now()
    const ticket = {}
    pending.set(ticket, { what, at: start })
    let [status, message] = [0, '']
    let data: { id?: number; url?: string } | null = null
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MS) })
      const answer = (await response.json()) as { message: string; data: { id?: number; url?: string } }
      status = response.status
      message = answer.message
      data = status === 200 ? (answer.data ?? {}) : null
    } catch (error) {
      status = 0
      message = String(error)
    }
    pending.delete(ticket)
    answers.push({ what, status, ms: performance.now() - start, at: start, message })
    return data
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
        const liked = await post('like', '/likes', { target_type: 1, target_id: post_id }, person, index + n)
        if (liked) promised.push({ table: 'likes', row: `${person.id}-${post_id}` })
      } else if (n % 3 === 1 || !withUploads) {
        const key = `${person.id}-${n}`
        const body = { post_id, content: `第${key}条`, parent_id: null }
        // As our own client does: again with the same key until there is an answer, on any node.
        for (let tries = 0; !stopped && tries < 60; tries++) {
          const made = await post('comment', '/comments', body, person, index + n + tries, key)
          if (made?.id !== undefined) {
            promised.push({ table: 'comments', row: String(made.id) })
            comments.set(key, (comments.get(key) ?? new Set()).add(made.id))
            break
          }
          await wait(PAUSE_MS)
        }
      } else {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
        const headers = { authorization: `Bearer ${person.token}` }
        const url = `${originOf(index + n)}/api/upload/single`
        const stored = await send('upload', url, { method: 'POST', headers, body: form })
        if (stored?.url) promised.push({ table: 'media', row: stored.url })
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
    promised,
    comments,
    async stop() {
      stopped = true
      await all
    },
  }
}
