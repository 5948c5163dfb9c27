/** Pictures of the old site: which addresses are files of its own, and their way into our storage. */
import { randomBytes } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isOldName, oldUploadUrl } from '#modules/media/media.service.ts'
import { storeProcessedPicture } from '#modules/media/uploads.service.ts'
import { AppError } from '#platform/errors.ts'
import { inspect } from '#platform/images/inspect.ts'
import { pictureRulesOf } from '#platform/images/presets.ts'
import { insertMedia, insertRows, listOldUploads, type NewRow } from './import.repo.ts'
import { textOf } from './old-values.ts'
import type { SourceRow } from './source.ts'
import { type Batch, type Run, type Stage, type State, stageWith } from './stage.ts'

type Address =
  | { kind: 'none' }
  | { kind: 'invalid' }
  /** A file of the old server, or of another that has such addresses, too. */
  | { kind: 'upload'; name: string; host: string | null; url: string | null; wasHttp: boolean }
  | { kind: 'foreign'; url: string; wasHttp: boolean }

const URL_MAX = 500
/** Larger than any upload: what is behind it is no picture of a note. */
const FILE_MAX = 40 * 1024 * 1024
/** Converted at once; the processes for it are two. */
const AT_ONCE = 4

/** The kind of a picture's address in the old database. */
export function readAddress(source: string): Address {
  const text = source.trim().replace(/^\/\//, 'https://')
  if (text === '' || text === 'null' || text === 'undefined') return { kind: 'none' }
  const isAbsolute = /^https?:\/\//i.test(text)
  if (isAbsolute && !URL.canParse(text)) return { kind: 'invalid' }
  if (!isAbsolute) {
    const name = uploadName(text.split(/[?#]/, 1)[0] ?? '')
    return name === null ? { kind: 'invalid' } : { kind: 'upload', name, host: null, url: null, wasHttp: false }
  }
  const address = new URL(text)
  const wasHttp = address.protocol === 'http:'
  const url = httpsAddress(address)
  const name = uploadName(address.pathname)
  if (name !== null) return { kind: 'upload', name, host: address.host, url, wasHttp }
  return url === null ? { kind: 'invalid' } : { kind: 'foreign', url, wasHttp }
}

/** Pages show pictures of other sites over https only. A port other than the usual one does not speak both. */
function httpsAddress(address: URL): string | null {
  if (address.protocol === 'http:') {
    if (address.port !== '') return null
    address.protocol = 'https:'
  }
  const url = address.href
  return url.length <= URL_MAX && /^https:\/\/[^\s"'<>\\]+$/.test(url) ? url : null
}

function uploadName(path: string): string | null {
  const encoded = /(?:^|\/)uploads\/(.+)$/.exec(path)?.[1]
  if (encoded === undefined) return null
  let name = encoded
  try {
    name = decodeURIComponent(encoded)
  } catch {
    // A name with a bare percent sign stands for itself.
  }
  return isOldName(name) ? name : null
}

export type OldPicture = { media: { id: number; media_key: string } } | { url: string } | 'none' | 'lost' | 'invalid'
type Uploads = Awaited<ReturnType<typeof listOldUploads>>

/** What stands for a picture's address now. Notes foreign ones; `record` is what shows it. */
export function resolvePicture(batch: Batch, source: string, uploads: Uploads, record: string): OldPicture {
  const address = readAddress(source)
  if (address.kind === 'none' || address.kind === 'invalid') return address.kind
  if (address.kind === 'upload') {
    const media = uploads.get(address.name)
    const isOwn = isOwnHost(batch, address.host)
    if (media && isOwn) return { media }
    if (isOwn || address.url === null) return pictureLeft(batch, address.name, record)
    return foreignPicture(batch, source, { url: address.url, wasHttp: address.wasHttp }, record)
  }
  return foreignPicture(batch, source, address, record)
}

type Foreign = { url: string; wasHttp: boolean }

function foreignPicture({ findings }: Batch, source: string, { url, wasHttp }: Foreign, record: string): OldPicture {
  findings.note('picture_foreign', record, url)
  if (wasHttp) findings.note('picture_https', record, source, url)
  return { url }
}

/** A file of the old server, which may stay there. */
function pictureLeft({ run, findings }: Batch, name: string, record: string): OldPicture {
  if (run.uploadsAt === null) return 'lost'
  const url = oldUploadUrl(run.uploadsAt, name)
  if (url.length > URL_MAX) return 'lost'
  findings.note('picture_left', record, url)
  return { url }
}

function isOwnHost({ run, state }: Pick<Batch, 'run' | 'state'>, host: string | null): boolean {
  if (host === null || state.hosts.includes(host) || run.ctx.hosts.includes(host)) return true
  if (run.uploadsAt !== null && new URL(run.uploadsAt).host === host) return true
  return /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host)
}

/** The pictures that these addresses name and that were stored. */
export function storedUploads(batch: Batch, sources: readonly string[]): Promise<Uploads> {
  return listOldUploads(batch.t.db, namesIn(sources))
}

function namesIn(sources: readonly string[]): string[] {
  return sources.flatMap((source) => {
    const address = readAddress(source)
    return address.kind === 'upload' ? [address.name] : []
  })
}

type Tried = { name: string; hosts: (string | null)[] } & ({ media: StoredMedia } | { problem: string | null })
type StoredMedia = { id: number } | { row: NewMedia }
type NewMedia = NewRow<'media'>

/** Stores the files that the rows name: `addressesOf` finds them. */
function pictureStage(
  of: Pick<Stage, 'name' | 'label' | 'table'> & { withUploads: string },
  addressesOf: (row: SourceRow) => string[],
): Stage {
  return stageWith({
    ...of,
    limit: 20,
    async prepare(run, rows): Promise<Tried[]> {
      const wanted = new Map<string, (string | null)[]>()
      for (const address of rows.flatMap(addressesOf).map(readAddress)) {
        if (address.kind === 'upload') wanted.set(address.name, [...(wanted.get(address.name) ?? []), address.host])
      }
      const known = await listOldUploads(run.ctx.db, [...wanted.keys()])
      const fresh = [...wanted].filter(([name]) => !known.has(name) && !run.tried.has(name))
      const results: Tried[] = [...wanted].flatMap(([name, hosts]) => {
        const media = known.get(name)
        return media ? [{ name, hosts, media }] : []
      })
      for (let start = 0; start < fresh.length; start += AT_ONCE) {
        const some = fresh.slice(start, start + AT_ONCE)
        results.push(
          ...(await Promise.all(some.map(async ([name, hosts]) => ({ name, hosts, ...(await take(run, name)) })))),
        )
        for (const [name] of some) run.tried.add(name)
      }
      return results
    },
    async write({ t, state, findings }, results) {
      const known = await listOldUploads(
        t.db,
        results.map(({ name }) => name),
      )
      for (const result of results) {
        const { name, hosts } = result
        if ('problem' in result) {
          findings.note(result.problem === null ? 'picture_missing' : 'picture_broken', name, result.problem)
          continue
        }
        addHosts(state, hosts)
        if (known.has(name)) continue
        const media_id = 'id' in result.media ? result.media.id : await insertMedia(t.db, result.media.row)
        await insertRows(t.db, 'old_uploads', [{ name, media_id }])
        state.pictures++
      }
      return 0
    },
  })
}

function addHosts(state: State, hosts: readonly (string | null)[]): void {
  for (const host of hosts) if (host !== null && !state.hosts.includes(host)) state.hosts.push(host)
}

/** Without a file `problem` is null. Throws what is not the file's fault, as a full disk. */
async function take(run: Run, name: string): Promise<{ media: StoredMedia } | { problem: string | null }> {
  const { ctx, uploads, dryRun } = run
  try {
    const path = await pathOf(uploads ?? '', name)
    if (path === null) return { problem: null }
    const { size } = await stat(path)
    if (size === 0) return { problem: '是空的' }
    if (size > FILE_MAX) return { problem: `太大（${Math.round(size / 1024 / 1024)} MB）` }
    const file = await readFile(path)
    const { pixels } = inspect(file)
    if (dryRun) return { media: { row: pretendedMedia(ctx.clock.now()) } }
    const picture = await ctx.pictures.convert({
      account: 'import',
      file,
      pixels,
      rules: pictureRulesOf(ctx.settings.current),
    })
    return { media: await storeProcessedPicture(ctx, null, picture) }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { problem: error.message }
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return { problem: '没有读它的权限' }
    throw error
  }
}

function pretendedMedia(created_at: number): NewMedia {
  const key = randomBytes(16).toString('hex')
  const media_key = `${key.slice(0, 2)}/${key}`
  return { media_key, owner_id: null, width: 1, height: 1, thumbhash: '', bytes: 0, created_at }
}

/** Null where there is no such file in the folder; a link that leads out of it is none. */
async function pathOf(folder: string, name: string): Promise<string | null> {
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
    return path.startsWith(root + sep) && (await stat(path)).isFile() ? path : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(String((error as NodeJS.ErrnoException).code)))
      return null
    throw error
  }
}

const IMAGE = /<img\b[^<>]*\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

/** Addresses of the pictures in a text. */
export const picturesIn = (content: string): string[] =>
  Array.from(content.matchAll(IMAGE), ([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
  )

export const pictureStages = [
  pictureStage({ name: 'avatars', label: '头像', table: 'users', withUploads: 'avatar' }, (row) => [
    textOf(row, 'avatar'),
  ]),
  pictureStage({ name: 'images', label: '笔记的图片', table: 'post_images', withUploads: 'image_url' }, (row) => [
    textOf(row, 'image_url'),
  ]),
  pictureStage({ name: 'comment images', label: '评论的图片', table: 'comments', withUploads: 'content' }, (row) =>
    picturesIn(textOf(row, 'content')),
  ),
]
