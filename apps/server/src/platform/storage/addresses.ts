/**
 * Addresses of stored files as the database keeps them: `/uploads/KEY`, whatever the storage is, so that files move without
 * a row changing (docs/decisions/054-moving.md).
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

const SOURCE = /(<img src=")(\/uploads\/[^"]+)"/g

/** A text in our markup with its pictures' addresses as others get them. */
export function withShownAddresses(storage: Storage, content: string): string {
  if (storage.base === UPLOADS_URL || !content.includes('<img')) return content
  return content.replace(SOURCE, (_, start: string, stored: string) => `${start}${shownAddress(storage, stored)}"`)
}
