/** Which pictures may be shown where, and how the API answers them. uploads.service.ts stores them. */
import type { Picture } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { fileKeyOf, keyOfUrl, PRESETS, variants } from '#platform/images/presets.ts'
import { isStoredAddress, storedAddress, UPLOADS_URL } from '#platform/storage/addresses.ts'
import { isKey, type Storage } from '#platform/storage/storage.ts'
import * as repo from './media.repo.ts'

export type { MediaRow } from './media.repo.ts'

/** The address that stands for the picture in the database. */
export function storedDetailUrl(key: string): string {
  return `${UPLOADS_URL}/${key}${PRESETS.detail.suffix}`
}

/** As the column has it. */
const OLD_NAME_MAX = 191

/** The URL that stands for the picture in the API. */
export function detailUrl(storage: Storage, key: string): string {
  return storage.url(key + PRESETS.detail.suffix)
}

/** Where the picture is that had this name below `/uploads/` at the site before this one; null for none. */
export async function findOldUpload(ctx: Ctx, name: string): Promise<string | null> {
  if (!isOldName(name)) return null
  const key = await repo.findOldUpload(ctx.db, name)
  if (key !== undefined) return detailUrl(ctx.storage, key)
  // A missing picture of this site was never there.
  const base = isKey(name) ? undefined : await repo.findOldUploadsBase(ctx.db)
  // The host of before may lead here now.
  return base === undefined || withoutOwnOrigin(ctx, base) !== base ? null : oldUploadUrl(base, name)
}

/** Whether a file below `/uploads/` could be called so. */
export function isOldName(name: string): boolean {
  const parts = name.split('/')
  const isPath = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  return isPath && name.length <= OLD_NAME_MAX && !name.includes('\0') && !name.includes('\\')
}

/** The address of a picture that was left where it is, below `base`. */
export function oldUploadUrl(base: string, name: string): string {
  return `${base}/${name.split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27')}`
}

/** The context of a request: an absolute address of the host that it was sent to is ours, too. */
export function reachedAt(ctx: Ctx, host: string): Ctx {
  return { ...ctx, hosts: [...ctx.hosts, host.toLowerCase()] }
}

/** An address at one of our hosts, except of a stored file, without the origin; any other unchanged. */
export function withoutOwnOrigin({ hosts, storage }: Ctx, url: string): string {
  // The public URL of a bucket may be at our host.
  if (storage.owns(url)) return url
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url
  const { protocol, host, pathname, search, hash } = new URL(url)
  // Some proxies name the port also where it is the usual one.
  const named = `${host}:${protocol === 'https:' ? 443 : 80}`
  return hosts.includes(host) || hosts.includes(named) ? pathname + search + hash : url
}

/**
 * Of stored files their addresses as the database keeps them, also where the site or its files had another address when
 * a page was loaded or a draft written (docs/decisions/054-moving.md); what is not ours without our origin.
 */
export async function storedAddresses(t: Ctx, urls: readonly string[]): Promise<string[]> {
  const addresses = urls.map((url) => storedAddress(t.storage, withoutOwnOrigin(t, url)))
  const others = addresses.filter((address) => !isStoredAddress(address) && fileKeyOf(address) !== null)
  if (others.length === 0) return addresses
  const bases = new Set(await repo.listPlacesAmong(t.db, others.map(baseOf)))
  return addresses.map((address) => {
    const key = fileKeyOf(address)
    return key !== null && bases.has(baseOf(address)) ? `${UPLOADS_URL}/${key}` : address
  })
}

/** What is before the key of a file. */
const baseOf = (url: string) => url.slice(0, -`/${fileKeyOf(url)}`.length)

/** Remembers the address of pictures, at the start: it still is ours once they have moved. */
export async function rememberPlaces(ctx: Ctx): Promise<void> {
  const { publicUrl } = ctx.config
  await rememberPlace(ctx, ctx.storage.base)
  if (publicUrl) await rememberPlace(ctx, publicUrl + UPLOADS_URL)
}

const PLACE_MAX = 191

/** Below which address pictures are reached. */
export async function rememberPlace({ db, clock }: Ctx, base: string): Promise<void> {
  if (base === UPLOADS_URL || base.length > PLACE_MAX) return
  if ((await repo.listPlacesAmong(db, [base])).length === 0) await repo.insertPlace(db, base, clock.now())
}

/** Who writes what shall show pictures; null is somebody who has no account yet. */
export type Author = 'administrator' | { userId: number | null; postId?: number }

type UseOptions = { author: Author; field: string }

/**
 * The media rows of these URLs, in their order. Throws `image_foreign` for a URL of a picture that was not uploaded
 * here, and for what somebody else uploaded and nothing published shows (docs/api.md#picture-sources).
 */
export async function requireUploaded(t: Ctx, urls: string[], { author, field }: UseOptions): Promise<repo.MediaRow[]> {
  if (urls.length === 0) return []
  const stored = await storedAddresses(t, urls)
  const keys = stored.map((address) => (isStoredAddress(address) ? keyOfUrl(address) : null))
  const known = keys.filter((key) => key !== null)
  const rows = known.length > 0 ? await repo.listMediaByKeys(t.db, known) : []
  const usable = author === 'administrator' ? rows : await withoutUnpublished(t, rows, author)
  const byKey = new Map(usable.map((row) => [row.media_key, row]))
  return keys.map((key) => {
    const row = key === null ? undefined : byKey.get(key)
    if (!row) throw new AppError('image_foreign', { field })
    return row
  })
}

/** Keeps an uploaded picture until the transaction that begins to use it ends. Throws `image_foreign`. */
export async function lockUploaded(t: Ctx, url: string, field: string): Promise<void> {
  const [picture] = await requireUploaded(t, [url], { author: 'administrator', field })
  const [locked] = picture ? await repo.lockMedia(t.db, t.engine, [picture.id]) : []
  if (!locked) throw new AppError('image_foreign', { field })
}

async function withoutUnpublished(
  t: Ctx,
  rows: repo.MediaRow[],
  { userId, postId = -1 }: Exclude<Author, string>,
): Promise<repo.MediaRow[]> {
  const isOwn = ({ owner_id }: repo.MediaRow) => owner_id !== null && owner_id === userId
  const others = rows.filter((row) => !isOwn(row)).map((row) => row.id)
  if (others.length === 0) return rows
  const shown = new Set(await repo.listShownAmong(t.db, others, postId))
  return rows.filter((row) => isOwn(row) || shown.has(row.id))
}

type PictureRef = { media_id: number; url: null } | { media_id: null; url: string }

type ResolveOptions = UseOptions & { existing?: readonly string[] }

/** As `requireUploaded`, but also accepts `existing` URLs and, of administrators, any https URL. */
export async function resolvePictures(
  t: Ctx,
  urls: string[],
  { author, existing = [], field }: ResolveOptions,
): Promise<PictureRef[]> {
  const stored = new Map((await storedAddresses(t, urls)).map((address, i) => [urls[i], address]))
  const isOwn = (url: string) => isStoredAddress(stored.get(url) ?? '')
  const own = urls.filter(
    (url) => !existing.includes(url) && (author !== 'administrator' || isOwn(url) || !isHttps(url)),
  )
  const rows = await requireUploaded(t, own, { author, field })
  const ids = new Map(own.map((url, i) => [url, rows[i]?.id]))
  return urls.map((url) => {
    const media_id = ids.get(url)
    return media_id === undefined ? { media_id: null, url } : { media_id, url: null }
  })
}

function isHttps(url: string): boolean {
  return /^https:\/\/[^\s"'<>\\]+$/.test(url) && URL.canParse(url)
}

type PictureFields = Pick<repo.MediaRow, 'media_key' | 'width' | 'height' | 'thumbhash'>

/** As the API answers it, with the URLs of all sizes. */
export function presentPicture(storage: Storage, { media_key, width, height, thumbhash }: PictureFields): Picture {
  const { detail, card, full } = variants(detailUrl(storage, media_key), { width, height })
  return { url: detail, card, full, width, height, thumbhash }
}
