/** Storage of uploaded files. Keys look like `ab/ab12…-card.webp`; any other key is a bug and throws. */
export type Storage = {
  /** Durable and complete once it resolves; replaces an existing key. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  /** Ignores missing keys. */
  remove(keys: string[]): Promise<void>
  /** Null for a missing key. */
  get(key: string): Promise<Buffer | null>
  /** What is stored in a folder, the part of keys before the `/`. */
  list(folder: string): Promise<StoredFileInfo[]>
  /** Files without an address: only the server reads them. */
  unlisted: UnlistedFiles
  /** Rejects where the storage does not answer or cannot be written; `signal` ends the attempt. */
  check(signal: AbortSignal): Promise<void>
  close(): void
  url(key: string): string
  /** Whether the URL belongs to this storage; the file may not exist. */
  owns(url: string): boolean
  /** What the URLs of all files begin with, without a slash at its end. */
  base: string
}

/**
 * `changedAt` in epoch milliseconds. `md5` is what a bucket says of the content, in hex: equal ones prove it, others
 * nothing.
 */
export type StoredFileInfo = { key: string; size: number; changedAt: number; md5?: string }

/** Keys are those of `unlistedKey`. All nodes of a site see the same files. */
export type UnlistedFiles = {
  /** Durable and complete once it resolves; replaces an existing key. */
  put(key: string, body: Buffer): Promise<void>
  /** Null for a missing key. */
  get(key: string): Promise<Buffer | null>
  /** Reads nothing of the file. */
  has(key: string): Promise<boolean>
  /** Ignores missing keys. */
  remove(keys: string[]): Promise<void>
  list(): Promise<StoredFileInfo[]>
}

type StoredFile = { key: string; body: Buffer; contentType: string }

/** Stores all files or none: if one fails, all are removed and its error is thrown. */
export async function putAll(storage: Storage, files: StoredFile[]): Promise<void> {
  // Waits for all: a put still running would otherwise complete after the removal.
  const results = await Promise.allSettled(files.map((file) => storage.put(file.key, file.body, file.contentType)))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  // The first error is the cause; a failing removal follows from it.
  await storage.remove(files.map((file) => file.key)).catch(() => undefined)
  throw failed.reason
}

/** Restricted so that keys cannot leave their folder, be hidden files or need escaping in URLs. */
const KEY = /^[a-z0-9]{2}\/[a-z0-9][a-z0-9_-]{0,120}\.[a-z0-9]{1,8}$/

/** The key as it is; throws where it is none. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

export function isKey(text: string): boolean {
  return KEY.test(text)
}

export const UNLISTED_FOLDER = 'exports'
const UNLISTED_KEY = new RegExp(`^${UNLISTED_FOLDER}/([0-9a-f]{64})-\\d{5}$`)

export const isUnlistedKey = (text: string): boolean => UNLISTED_KEY.test(text)

/** The name that `unlistedKey` was given. */
export const nameOfUnlisted = (key: string): string => UNLISTED_KEY.exec(key)?.[1] ?? ''

/** The key of one part of a file whose name nobody can guess (64 hex digits); parts count from 1. */
export function unlistedKey(name: string, part: number): string {
  return checkedUnlistedKey(`${UNLISTED_FOLDER}/${name}-${String(part).padStart(5, '0')}`)
}

/** As `checkedKey`. */
export function checkedUnlistedKey(key: string): string {
  if (!UNLISTED_KEY.test(key)) throw new Error(`Not a key of an unlisted file: ${JSON.stringify(key)}`)
  return key
}

/** `base` has no trailing slash. */
export function urlsBelow(base: string): Pick<Storage, 'url' | 'owns' | 'base'> {
  return {
    base,
    url: (key) => `${base}/${checkedKey(key)}`,
    owns: (url) => url.startsWith(`${base}/`) && KEY.test(url.slice(base.length + 1)),
  }
}
