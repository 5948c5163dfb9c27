/** ZIP files that are written as a stream, entry after entry, and never held as a whole. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'

/** `packed` is compressed already, as pictures are. */
export type ZipEntry = { name: string; content: AsyncIterable<Buffer> | Buffer[]; packed?: boolean }

/** What a checksum reads before others have their turn. */
const SLICE_BYTES = 64 * 1024
const SLICES_A_TURN = 8

/**
 * The bytes of the archive, in parts of `partBytes` (the last one is shorter). One entry is read at a time, as fast as
 * parts are taken. Rejects with what an entry rejects with.
 */
export async function* zipParts(
  entries: AsyncIterable<ZipEntry>,
  { partBytes, mtime }: { partBytes: number; mtime: Date },
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const filling = fill(zip, entries, mtime).catch((error: Error) => {
    output.destroy(error)
  })
  try {
    let waiting: Buffer[] = []
    let bytes = 0
    for await (const chunk of output as AsyncIterable<Buffer>) {
      waiting.push(chunk)
      bytes += chunk.length
      while (bytes >= partBytes) {
        const all = Buffer.concat(waiting)
        yield all.subarray(0, partBytes)
        const rest = all.subarray(partBytes)
        waiting = [rest]
        bytes = rest.length
      }
    }
    if (bytes > 0) yield Buffer.concat(waiting)
  } finally {
    // Who takes no more parts ends the entry that is read, too.
    output.destroy()
    zip.emit('abandoned')
    await filling
  }
}

async function fill(zip: ZipFile, entries: AsyncIterable<ZipEntry>, mtime: Date): Promise<void> {
  const abandoned = new AbortController()
  zip.once('abandoned', () => abandoned.abort())
  for await (const { name, content, packed = false } of entries) {
    if (abandoned.signal.aborted) return
    const source = Readable.from(slices(content), { objectMode: false })
    const stop = () => source.destroy()
    abandoned.signal.addEventListener('abort', stop)
    zip.addReadStream(source, name, { mtime, compress: !packed })
    await finished(source).catch((error: Error) => {
      if (!abandoned.signal.aborted) throw error
    })
    abandoned.signal.removeEventListener('abort', stop)
  }
  if (!abandoned.signal.aborted) zip.end()
}

async function* slices(content: ZipEntry['content']): AsyncGenerator<Buffer> {
  let count = 0
  for await (const buffer of content) {
    for (let at = 0; at < buffer.length; at += SLICE_BYTES) {
      yield buffer.subarray(at, at + SLICE_BYTES)
      count += 1
      if (count % SLICES_A_TURN === 0) await nextTurn()
    }
  }
}
