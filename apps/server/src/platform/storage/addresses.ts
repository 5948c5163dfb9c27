/**
 * Addresses of stored files as the database keeps them: `/uploads/KEY`, whatever the storage is, so that files move
 * without a row changing (docs/decisions/054-moving.md).
 */
import { isKey, type Storage } from './storage.ts'

export const UPLOADS_URL = '/uploads'
const PREFIX = `${UPLOADS_URL}/`

/** Whether it is the address of a stored file as the database keeps it. */
export function isStoredAddress(address: string): boolean {
  return address.startsWith(PREFIX) && isKey(address.slice(PREFIX.length))
}

/** As the database keeps it; an address of somebody else's is unchanged. */
export function storedAddress(storage: Storage, url: string): string {
  return storage.owns(url) ? UPLOADS_URL + url.slice(storage.base.length) : url
}

/** As others get it; an address of somebody else's is unchanged. */
export function shownAddress(storage: Storage, stored: string): string {
  return isStoredAddress(stored) ? storage.url(stored.slice(PREFIX.length)) : stored
}

const SOURCE = /(<img src=")([^"]+)"/g

/** A text in our markup with its pictures' addresses as others get them. */
export function withShownAddresses(storage: Storage, content: string): string {
  return storage.base === UPLOADS_URL ? content : inMarkup(content, (address) => shownAddress(storage, address))
}

function inMarkup(content: string, change: (address: string) => string): string {
  if (!content.includes('<img')) return content
  return content.replace(SOURCE, (_, start: string, address: string) => `${start}${change(address)}"`)
}

/** A record as others get it in the form in which the database keeps it: each value, and the pictures of each text. */
export function storedRecord<R extends object>(storage: Storage, shown: R): R {
  return mapAddresses(storage, shown, (address) => storedAddress(storage, address))
}

/** What `storedRecord` made, as others get it now. */
export function shownRecord<R extends object>(storage: Storage, stored: R): R {
  return mapAddresses(storage, stored, (address) => shownAddress(storage, address))
}

function mapAddresses<R extends object>(storage: Storage, record: R, change: (address: string) => string): R {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return inMarkup(change(value), change)
    if (Array.isArray(value)) return value.map(map)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))
  }
  return storage.base === UPLOADS_URL ? record : (map(record) as R)
}
