/**
 * The pictures of something being written: each goes through waiting → preparing → uploading → done, or failed, from where
 * it can be tried again. Outside React, so that it outlives the form and can be driven by a test (spec section 4).
 */
import { createStore } from '#ui/store.ts'
import { sizeRule } from './file-rules.ts'

export type Status = 'waiting' | 'preparing' | 'uploading' | 'done' | 'failed'

export type PictureItem = {
  id: string
  /** Address to show: of the local file, or of the stored picture. */
  preview: string
  name: string
  status: Status
  /** Share sent, 0 to 1. */
  progress: number
  /** Address of the stored picture, once done. */
  url: string | null
  error: string | null
  /** Whether trying again may help; what the server judged, it will judge the same. */
  again: boolean
}

export type UploadSteps = {
  /** The file as it will be sent. */
  prepare: (file: File) => Promise<Blob>
  /** Answers the stored picture's address. */
  send: (
    picture: Blob,
    name: string,
    on: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<string>
  reasonOf: (error: unknown) => { error: string; again: boolean }
  preview: (file: File) => string
  forget: (preview: string) => void
}

export type Uploader = ReturnType<typeof createUploader>

const AT_ONCE = 3
/** Ids of pictures whose preview is an address of a local file, to be let go of. */
const LOCAL = 'file-'

const BLANK = { status: 'waiting', progress: 0, url: null, error: null, again: false } as const

export function createUploader(steps: UploadSteps, stored: readonly { url: string; preview: string }[] = []) {
  const items = createStore<readonly PictureItem[]>(stored.map(toDone))
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  let last = 0

  const find = (id: string) => items.get().find((item) => item.id === id)

  function patch(id: string, change: Partial<PictureItem>) {
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...change } : item)))
  }

  function toWaiting(file: File): PictureItem {
    const id = `${LOCAL}${++last}`
    files.set(id, file)
    return { ...BLANK, id, name: file.name, preview: steps.preview(file) }
  }

  /** Starts those that wait, a few at a time, in their order. */
  function pump() {
    for (const { id, status } of items.get()) {
      if (running.size >= AT_ONCE) return
      const file = files.get(id)
      if (status === 'waiting' && file && !running.has(id)) void run(id, file)
    }
  }

  async function run(id: string, file: File) {
    const stop = new AbortController()
    running.set(id, stop)
    try {
      patch(id, { status: 'preparing' })
      const picture = await steps.prepare(file)
      stop.signal.throwIfAborted()
      const tooLarge = sizeRule(picture.size)
      if (tooLarge) return patch(id, { status: 'failed', error: tooLarge, again: false })
      patch(id, { status: 'uploading' })
      const onProgress = (progress: number) => patch(id, { progress })
      const url = await steps.send(picture, file.name, { onProgress, signal: stop.signal })
      patch(id, { status: 'done', progress: 1, url })
      files.delete(id)
    } catch (error) {
      if (!stop.signal.aborted) patch(id, { status: 'failed', ...steps.reasonOf(error) })
    } finally {
      running.delete(id)
      pump()
    }
  }

  return {
    use: items.use,
    get: items.get,
    /** Answers the ids of the new ones. */
    add(chosen: readonly File[]): string[] {
      const fresh = chosen.map(toWaiting)
      items.set([...items.get(), ...fresh])
      pump()
      return fresh.map(({ id }) => id)
    },
    /** A file in the place of one that had, or was to have, an address. */
    put(id: string, file: File) {
      const item = find(id)
      if (item?.status !== 'done') return
      if (id.startsWith(LOCAL)) steps.forget(item.preview)
      const fresh = toWaiting(file)
      items.set(items.get().map((other) => (other === item ? fresh : other)))
      pump()
    },
    /** Adds one that needs no upload; without an address, that is yet to be given. */
    place(url: string) {
      items.set([...items.get(), { ...BLANK, id: `placed-${++last}`, name: '', preview: url, status: 'done', url }])
    },
    /** Another address for one that is not on its way; `preview` is what is seen of it, nothing while it is typed. */
    readdress(id: string, url: string, preview: string) {
      const item = find(id)
      if (item?.status !== 'done') return
      if (id.startsWith(LOCAL) && preview !== item.preview) steps.forget(item.preview)
      patch(id, { url, preview })
    },
    /** Takes a picture out; one on its way is called off. */
    remove(id: string) {
      const item = find(id)
      if (!item) return
      items.set(items.get().filter((other) => other !== item))
      files.delete(id)
      if (id.startsWith(LOCAL)) steps.forget(item.preview)
      running.get(id)?.abort()
    },
    retry(id: string) {
      if (!find(id)?.again) return
      patch(id, { status: 'waiting', progress: 0, error: null, again: false })
      pump()
    },
    /** Puts a picture at another's place. */
    move(id: string, overId: string) {
      const before = items.get()
      const from = before.findIndex((item) => item.id === id)
      const to = before.findIndex((item) => item.id === overId)
      const moved = before[from]
      if (!moved || to < 0 || from === to) return
      const rest = before.filter((item) => item !== moved)
      items.set([...rest.slice(0, to), moved, ...rest.slice(to)])
    },
    /** Resolves once nothing, or none of `ids`, is on its way; answers whether all of these are stored. */
    settled(ids?: readonly string[]): Promise<boolean> {
      const meant = () => items.get().filter(({ id }) => !ids || ids.includes(id))
      return new Promise((resolve) => {
        const look = () => {
          if (meant().some(isBusy)) return
          leave()
          resolve(meant().every((item) => item.status === 'done'))
        }
        const leave = items.subscribe(look)
        look()
      })
    },
    /** Calls off what is on its way and lets go of the local files. */
    dispose() {
      for (const { id } of items.get()) this.remove(id)
    },
  }
}

export function isBusy({ status }: Pick<PictureItem, 'status'>): boolean {
  return status === 'waiting' || status === 'preparing' || status === 'uploading'
}

function toDone({ url, preview }: { url: string; preview: string }, index: number): PictureItem {
  return { ...BLANK, id: `stored-${index}`, name: '', preview, status: 'done', progress: 1, url }
}
