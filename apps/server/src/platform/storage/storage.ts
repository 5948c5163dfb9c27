/** Where uploaded files live. Keys look like `ab/ab12…-card.webp`; any other key is a programming mistake and throws. */
export type Storage = {
  /** Durable once it resolves; the file is never seen half-written. An existing key is replaced. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  /** Missing keys are tolerated. */
  remove(keys: string[]): Promise<void>
  url(key: string): string
  /** Whether the url is one that this storage answers. Says nothing about whether the file is there. */
  owns(url: string): boolean
}

type StoredFile = { key: string; body: Buffer; contentType: string }

/** Stores all files or none: when one fails, all are removed again and its error is thrown. */
export async function putAll(storage: Storage, files: StoredFile[]): Promise<void> {
  // Wait for every one: a put still under way would otherwise land after the removal.
  const results = await Promise.allSettled(files.map((file) => storage.put(file.key, file.body, file.contentType)))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  // The first error tells the cause; that the removal fails too is its consequence.
  await storage.remove(files.map((file) => file.key)).catch(() => undefined)
  throw failed.reason
}

/** The whole alphabet of keys, so that none can leave its folder, hide or need escaping in a url. */
const KEY = /^[a-z0-9]{2}\/[a-z0-9][a-z0-9_-]{0,120}\.[a-z0-9]{1,8}$/

/** The key itself, or an error where it is not one. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** The url half of a storage, for files answered below `base` (no slash at its end). */
export function urlsBelow(base: string): Pick<Storage, 'url' | 'owns'> {
  return {
    url: (key) => `${base}/${checkedKey(key)}`,
    owns: (url) => url.startsWith(`${base}/`) && KEY.test(url.slice(base.length + 1)),
  }
}
