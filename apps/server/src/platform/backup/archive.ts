/** A backup: a tar of entries that each fit into memory; the last two say what it holds and prove it unchanged. */
import { createHash } from 'node:crypto'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'

/** Ends a backup or a restore with words for whoever runs the site. */
export class BackupError extends Error {}

const FORMAT = 1

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  nextId: z.number().nullable(),
  checksum: z.string(),
})

const manifest = z.object({
  format: z.number(),
  version: z.string(),
  created_at: z.string(),
  engine: z.enum(['sqlite', 'mysql']),
  /** The schema: names of the migrations. */
  steps: z.array(z.string()),
  /** Each after those that it refers to, as they are in the archive. */
  tables: z.array(table),
  pictures: z.object({ count: z.number(), files: z.number(), bytes: z.number(), missing: z.number() }),
  /** Of names, sizes and contents of all entries before, in order. */
  entries: z.object({ count: z.number(), checksum: z.string() }),
})
export type Manifest = z.output<typeof manifest>

export type Entry = { name: string; body: Buffer }

/** Takes the archive's bytes. `abort` leaves nothing. */
export type Sink = {
  write(bytes: Uint8Array): Promise<void>
  /** Resolves once everything is stored. */
  finish(): Promise<void>
  abort(): Promise<void>
}

const MANIFEST = 'manifest.json'
const CHECKSUM = 'manifest.sha256'
/** No entry of ours is larger: what says so is damaged. */
const LARGEST = 512 * 1024 * 1024

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function entryDigest() {
  const digest = createHash('sha256')
  let count = 0
  return {
    add({ name, body }: Entry) {
      digest.update(`${name} ${body.length} ${sha256(body)}\n`)
      count++
    },
    end: () => ({ count, checksum: digest.digest('hex') }),
  }
}

/** Writes entries one after another, as fast as the sink takes them. `finish` adds the manifest. */
export async function writeArchive(
  sink: Sink,
  write: (add: (entry: Entry) => Promise<void>) => Promise<Omit<Manifest, 'entries' | 'format'>>,
  format = FORMAT,
): Promise<Manifest> {
  const tar = pack()
  const digest = entryDigest()
  const put = ({ name, body }: Entry) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, size: body.length, mode: 0o600 }, body, (error) => (error ? reject(error) : resolve()))
    })
  let sinkFailure: unknown
  const pumped = (async () => {
    for await (const chunk of tar) {
      await sink.write(chunk as Uint8Array).catch((error: unknown) => {
        sinkFailure = error
        throw error
      })
    }
  })()
  // What waits for the sink is told that the stream is gone.
  pumped.catch(() => tar.destroy())
  try {
    const about = await write(async (entry) => {
      digest.add(entry)
      await put(entry)
    })
    const whole: Manifest = { ...about, format, entries: digest.end() }
    const body = Buffer.from(JSON.stringify(whole, null, 1))
    await put({ name: MANIFEST, body })
    await put({ name: CHECKSUM, body: Buffer.from(`${sha256(body)}\n`) })
    tar.finalize()
    await pumped
    await sink.finish()
    return whole
  } catch (error) {
    tar.destroy()
    await pumped.catch(() => undefined)
    await sink.abort().catch(() => undefined)
    throw sinkFailure ?? error
  }
}

/** The entries of a tar, each as a whole. Throws `BackupError` where it is cut or damaged. */
export async function* readEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const tar = extract()
  const fed = (async () => {
    for await (const chunk of source) {
      if (tar.destroyed) return
      if (!tar.write(Buffer.from(chunk))) await new Promise<void>((resolve) => void onceOf(tar, resolve))
    }
    tar.end(null)
  })().catch((error: unknown) => void tar.destroy(error as Error))
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > LARGEST) throw new Error(`${name} is too large`)
      const chunks: Uint8Array[] = []
      for await (const chunk of entry) chunks.push(chunk as Uint8Array)
      yield { name, body: Buffer.concat(chunks) }
    }
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).syscall) throw error
    throw new BackupError(`备份不完整或者已经损坏：${error instanceof Error ? error.message : error}`)
  } finally {
    tar.destroy()
    await fed
  }
}

function onceOf(tar: ReturnType<typeof extract>, done: () => void): void {
  const end = () => {
    tar.off('drain', end).off('close', end)
    done()
  }
  tar.on('drain', end).on('close', end)
}

/** Reads all of an archive. Throws `BackupError` where it is cut, changed, or of a newer version. */
export async function verifyArchive(
  source: AsyncIterable<Uint8Array>,
  progress?: (bytes: number) => void,
): Promise<Manifest> {
  const digest = entryDigest()
  let text: Buffer | undefined
  for await (const entry of readEntries(source)) {
    progress?.(entry.body.length)
    if (text) {
      if (entry.name === CHECKSUM && entry.body.toString().trim() === sha256(text)) return checked(text, digest.end())
      break
    }
    if (entry.name === MANIFEST) text = entry.body
    else digest.add(entry)
  }
  throw new BackupError(text ? '备份已经损坏：它的清单和校验不符' : '不是小石榴的备份，或者不完整：没有清单')
}

function checked(text: Buffer, entries: Manifest['entries']): Manifest {
  const read: unknown = JSON.parse(text.toString())
  const { format, version } = read as { format?: number; version?: string }
  if (Number(format) > FORMAT) throw new BackupError(`备份来自更新的版本（${version}），先升级再恢复`)
  const parsed = manifest.safeParse(read)
  if (!parsed.success) throw new BackupError('备份已经损坏：清单读不懂')
  if (parsed.data.entries.count !== entries.count || parsed.data.entries.checksum !== entries.checksum)
    throw new BackupError('备份已经损坏：内容和清单里的校验不符')
  return parsed.data
}
