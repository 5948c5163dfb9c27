// The pictures of a form. Each goes through waiting → preparing → uploading → done, or failed, which can be retried.
// The state is outside React, to outlive the form (docs/product.md#picture-uploader).
import * as uploads from '@shiliu/contract/uploads'
import { ApiError, messageOf } from '#api/error.ts'
import type { Realm } from '#api/session.ts'
import { upload } from '#api/upload.ts'
import { createStore } from '#ui/state/store.ts'
import { compress } from './compress.ts'
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

export type UploadSteps = {
  prepare: (file: File) => Promise<Blob>
  send: (
    picture: Blob,
    name: string,
    on: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<string>
  describeError: (error: unknown) => { error: string; retryable: boolean }
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
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
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
    } catch (error) {
      if (!controller.signal.aborted) patch(id, { status: 'failed', ...steps.describeError(error) })
    } finally {
      running.delete(id)
      pump()
    }
  }

  return {
    use: items.use,
    get: items.get,
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
      if (id.startsWith(LOCAL)) steps.revokePreview(item.preview)
      running.get(id)?.abort()
    },
    retry(id: string) {
      if (!find(id)?.retryable) return
      patch(id, { status: 'waiting', progress: 0, error: null, retryable: false })
      pump()
    },
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

/** A retry sends the same bytes, by which the server knows that it is one (docs/api.md#idempotency-keys). */
const prepared = new WeakMap<File, Blob>()

/** The uploader's steps in a browser: compress, then POST with the session of a user or of an administrator. */
export const uploadStepsAs = (as: Realm): UploadSteps => ({
  async prepare(file) {
    const picture = prepared.get(file) ?? (await compress(file))
    prepared.set(file, picture)
    return picture
  },
  async send(picture, name, { onProgress, signal }) {
    const { url } = await upload(uploads.image, picture, { fileName: name, onProgress, signal, as })
    return url
  },
  describeError(error) {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    const retryable = !refused || [401, 408, 429].includes(error.status)
    return { error: messageOf(error, '上传失败，请重试'), retryable }
  },
  createPreview: (file) => URL.createObjectURL(file),
  revokePreview: (preview) => URL.revokeObjectURL(preview),
})

export const uploadSteps = uploadStepsAs('user')
