// The pictures of a form. Each goes through waiting → preparing → uploading → done, or failed, which can be retried.
// All wait while the network is away or the server asks for a pause. The items are plain data: what is done is known by
// its `url`, everything else needs its file. The state is outside React, to outlive the form
// (docs/product.md#picture-uploader).
import { createStore } from '#ui/state/store.ts'
import { sizeRule } from './file-rules.ts'

export type Status = 'waiting' | 'preparing' | 'uploading' | 'done' | 'failed'

export type PictureItem = {
  id: string
  /** Address to show: an object URL of the local file, or the stored picture's. */
  preview: string
  name: string
  status: Status
  /** Sent share, 0 to 1. */
  progress: number
  url: string | null
  error: string | null
  /** False after a refusal that a retry would only repeat. */
  retryable: boolean
}

/** Why nothing is sent for now; `until` is a time in epoch milliseconds. */
export type Hold = { reason: 'network' } | { reason: 'often' | 'busy'; until: number }

/** What follows a failed attempt. With `free`, nothing was sent: it does not count as an attempt. */
export type Verdict = { hold: Hold; free?: boolean } | { error: string; retryable: boolean }

export type UploadSteps = {
  prepare: (file: File) => Promise<Blob>
  send: (
    picture: Blob,
    name: string,
    on: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<string>
  /** `attempt` counts from 1. */
  judge: (error: unknown, attempt: number) => Verdict
  /** Resolves when the hold is over; need not resolve once aborted. */
  outlast: (hold: Hold, signal: AbortSignal) => Promise<void>
  createPreview: (file: File) => string
  revokePreview: (preview: string) => void
}

export type Uploader = ReturnType<typeof createUploader>

const CONCURRENCY = 3
/** Prefix of the ids of local files, whose preview has to be revoked. */
const LOCAL = 'file-'

const NEW_ITEM = { status: 'waiting', progress: 0, url: null, error: null, retryable: false } as const

export function createUploader(steps: UploadSteps, stored: readonly { url: string; preview: string }[] = []) {
  const items = createStore<readonly PictureItem[]>(stored.map(toDone))
  const hold = createStore<Hold | null>(null)
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  /** Failed attempts of pictures that wait for the next one. */
  const attempts = new Map<string, number>()
  let holding: AbortController | null = null
  let lastId = 0

  const find = (id: string) => items.get().find((item) => item.id === id)

  function patch(id: string, change: Partial<PictureItem>) {
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...change } : item)))
  }

  function toWaiting(file: File): PictureItem {
    const id = `${LOCAL}${++lastId}`
    files.set(id, file)
    return { ...NEW_ITEM, id, name: file.name, preview: steps.createPreview(file) }
  }

  /** Starts waiting uploads in order, as many as may run at once. */
  function pump() {
    if (hold.get()) return
    for (const { id, status } of items.get()) {
      if (running.size >= CONCURRENCY) return
      const file = files.get(id)
      if (status === 'waiting' && file && !running.has(id)) void run(id, file)
    }
  }

  async function run(id: string, file: File) {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      patch(id, { status: 'preparing' })
      const picture = await steps.prepare(file)
      controller.signal.throwIfAborted()
      const tooLarge = sizeRule(picture.size)
      if (tooLarge) return patch(id, { status: 'failed', error: tooLarge, retryable: false })
      patch(id, { status: 'uploading' })
      const onProgress = (progress: number) => patch(id, { progress })
      const url = await steps.send(picture, file.name, { onProgress, signal: controller.signal })
      patch(id, { status: 'done', progress: 1, url })
      files.delete(id)
      attempts.delete(id)
    } catch (error) {
      if (!controller.signal.aborted) takeBack(id, error)
    } finally {
      running.delete(id)
      pump()
    }
  }

  function takeBack(id: string, error: unknown) {
    const attempt = (attempts.get(id) ?? 0) + 1
    const verdict = steps.judge(error, attempt)
    if ('hold' in verdict) {
      attempts.set(id, verdict.free ? attempt - 1 : attempt)
      patch(id, { status: 'waiting', progress: 0 })
      holdBack(verdict.hold)
    } else {
      attempts.delete(id)
      patch(id, { status: 'failed', ...verdict })
    }
  }

  /** Pictures that run fail one after another: the longest pause that the server asked for counts. */
  function holdBack(next: Hold) {
    const current = hold.get()
    if (current?.reason === 'network' && next.reason === 'network') return
    if (current && 'until' in current && 'until' in next && current.until >= next.until) return
    holding?.abort()
    const controller = new AbortController()
    holding = controller
    hold.set(next)
    void steps.outlast(next, controller.signal).then(() => {
      if (holding === controller) resume()
    })
  }

  function resume() {
    holding?.abort()
    holding = null
    hold.set(null)
    pump()
  }

  function retry(ids: readonly string[]) {
    for (const id of ids) {
      if (find(id)?.retryable) patch(id, { status: 'waiting', progress: 0, error: null, retryable: false })
    }
    pump()
  }

  return {
    use: items.use,
    get: items.get,
    subscribe: items.subscribe,
    useHold: hold.use,
    getHold: hold.get,
    /** Ends a hold before its time. */
    resume,
    add(chosen: readonly File[]): string[] {
      const fresh = chosen.map(toWaiting)
      items.set([...items.get(), ...fresh])
      pump()
      return fresh.map(({ id }) => id)
    },
    /** Replaces a picture that is not being uploaded by a file. */
    replaceWithFile(id: string, file: File) {
      const item = find(id)
      if (item?.status !== 'done') return
      if (id.startsWith(LOCAL)) steps.revokePreview(item.preview)
      const fresh = toWaiting(file)
      items.set(items.get().map((other) => (other === item ? fresh : other)))
      pump()
    },
    /** Adds a picture by its address; '' adds an empty one, whose address is typed later. */
    addUrl(url: string) {
      items.set([...items.get(), { ...NEW_ITEM, id: `url-${++lastId}`, name: '', preview: url, status: 'done', url }])
    },
    /** Changes the address of a picture that is not being uploaded; `preview` is '' while it is typed. */
    setUrl(id: string, url: string, preview: string) {
      const item = find(id)
      if (item?.status !== 'done') return
      if (id.startsWith(LOCAL) && preview !== item.preview) steps.revokePreview(item.preview)
      patch(id, { url, preview })
    },
    remove(id: string) {
      const item = find(id)
      if (!item) return
      items.set(items.get().filter((other) => other !== item))
      files.delete(id)
      attempts.delete(id)
      if (id.startsWith(LOCAL)) steps.revokePreview(item.preview)
      running.get(id)?.abort()
      // Nothing is left to wait for.
      if (hold.get() && !items.get().some(isBusy)) resume()
    },
    retry: (id: string) => retry([id]),
    /** Retries all that failed and may be retried, in one go. */
    retryAll: () => retry(items.get().map(({ id }) => id)),
    move(id: string, overId: string) {
      const before = items.get()
      const from = before.findIndex((item) => item.id === id)
      const to = before.findIndex((item) => item.id === overId)
      const moved = before[from]
      if (!moved || to < 0 || from === to) return
      const rest = before.filter((item) => item !== moved)
      items.set([...rest.slice(0, to), moved, ...rest.slice(to)])
    },
    /** Waits for all uploads, or those of `ids`; resolves to whether all of them are stored. */
    settled(ids?: readonly string[]): Promise<boolean> {
      const selected = () => items.get().filter(({ id }) => !ids || ids.includes(id))
      return new Promise((resolve) => {
        const check = () => {
          if (selected().some(isBusy)) return
          unsubscribe()
          resolve(selected().every((item) => item.status === 'done'))
        }
        const unsubscribe = items.subscribe(check)
        check()
      })
    },
    /** Aborts all uploads and revokes all previews. */
    dispose() {
      for (const { id } of items.get()) this.remove(id)
    },
  }
}

export function isBusy({ status }: Pick<PictureItem, 'status'>): boolean {
  return status === 'waiting' || status === 'preparing' || status === 'uploading'
}

function toDone({ url, preview }: { url: string; preview: string }, index: number): PictureItem {
  return { ...NEW_ITEM, id: `stored-${index}`, name: '', preview, status: 'done', progress: 1, url }
}
