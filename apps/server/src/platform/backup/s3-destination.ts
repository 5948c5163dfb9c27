/** Backups in a bucket of their own, sent in parts as they are written. */
import type { Readable } from 'node:stream'
import type { CompletedPart, _Object as StoredObject } from '@aws-sdk/client-s3'
import { type BucketOptions, loadS3 } from '../storage/s3-client.ts'
import { BackupError } from './archive.ts'
import { type Destination, NAME, PARTIAL } from './destinations.ts'

const PREFIX = 'backups/'
/** 10 000 parts at most: they grow, so that the first are small and the archive may have 300 GB. */
const PART_BYTES = 8 * 1024 * 1024
const LARGE_PART_BYTES = 32 * 1024 * 1024
const SMALL_PARTS = 500
/** What the bucket copies in one call. */
const COPY_BYTES = 512 * 1024 * 1024
/** For a part with its repeats. */
const PART_MS = 120_000
/** For the answer to another call, and for each piece of a body. */
const CALL_MS = 30_000
/** No backup takes longer. */
const LEFT_OVER_MS = 24 * 3600_000

type Limits = { partMs?: number; callMs?: number; copyBytes?: number }

/** Throws `BackupError` where the bucket does not answer in time or refuses. */
export async function backupBucket(
  options: BucketOptions,
  { partMs = PART_MS, callMs = CALL_MS, copyBytes = COPY_BYTES }: Limits = {},
): Promise<Destination> {
  const { sdk, client } = await loadS3(options)
  const { bucket: Bucket } = options
  const failed = (words: string) => new BackupError(`备份的存储桶 ${Bucket}：${words}`)
  const silent = (ms: number) => failed(`${Math.ceil(ms / 1000)} 秒没有回答`)
  const inTime = async <T>(ms: number, work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const late = new AbortController()
    // Cleared with the answer: the signal would end a body that is still being read.
    const timer = setTimeout(() => late.abort(), ms)
    try {
      return await work(late.signal)
    } catch (error) {
      if (error instanceof BackupError) throw error
      throw late.signal.aborted ? silent(ms) : failed(reasonOf(error))
    } finally {
      clearTimeout(timer)
    }
  }
  const keyOf = (name: string) => PREFIX + name
  const partialOf = (name: string) => keyOf(name) + PARTIAL

  return {
    place: `s3://${Bucket}/${PREFIX}`,

    async create(name) {
      // A store may not know of it, or not allow it; whether it answers is seen next.
      await removeLeftOver().catch(() => undefined)
      const upload = await beginUpload(partialOf(name))
      let waiting: Uint8Array[] = []
      let bytes = 0
      const sendPart = async () => {
        const body = Buffer.concat(waiting)
        waiting = []
        bytes = 0
        await upload.send(body)
      }
      return {
        async write(chunk) {
          waiting.push(chunk)
          bytes += chunk.length
          if (bytes >= (upload.parts.length < SMALL_PARTS ? PART_BYTES : LARGE_PART_BYTES)) await sendPart()
        },
        async finish() {
          if (bytes > 0) await sendPart()
          await upload.complete()
        },
        abort: upload.abort,
      }
    },

    readBack: (name) => read(partialOf(name)),

    async keep(name, progress) {
      const [from, to] = [partialOf(name), keyOf(name)]
      const bytes = await sizeOf(from)
      await copy(from, to, bytes, progress)
      if ((await sizeOf(to)) !== bytes) {
        await remove(to)
        throw failed('没有把核对过的备份复制完整')
      }
      // One that stays is removed by a later backup.
      await remove(from).catch(() => undefined)
    },

    discard: (name) => remove(partialOf(name)),

    async list() {
      const found = (await listObjects()).map(({ Key = '', Size = 0 }) => ({
        name: Key.slice(PREFIX.length),
        bytes: Size,
      }))
      return found.filter(({ name }) => NAME.test(name))
    },

    read: (name) => read(keyOf(name)),

    remove: (name) => remove(keyOf(name)),
  }

  /** Nothing of it is there before `complete`. */
  async function beginUpload(Key: string) {
    const { UploadId } = await inTime(callMs, (abortSignal) =>
      client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal }),
    )
    const parts: CompletedPart[] = []
    const next = () => ({ Bucket, Key, UploadId, PartNumber: parts.length + 1 })
    const add = (ETag: string | undefined) => parts.push({ PartNumber: parts.length + 1, ETag })
    return {
      parts,
      async send(Body: Uint8Array) {
        const { ETag } = await inTime(partMs, (abortSignal) =>
          client.send(new sdk.UploadPartCommand({ ...next(), Body }), { abortSignal }),
        )
        add(ETag)
      },
      async copy(CopySource: string, CopySourceRange: string) {
        const { CopyPartResult } = await inTime(partMs, (abortSignal) =>
          client.send(new sdk.UploadPartCopyCommand({ ...next(), CopySource, CopySourceRange }), { abortSignal }),
        )
        add(CopyPartResult?.ETag)
      },
      async complete() {
        const whole = { Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }
        await inTime(partMs, (abortSignal) =>
          client.send(new sdk.CompleteMultipartUploadCommand(whole), { abortSignal }),
        )
      },
      abort: () => abortUpload(Key, UploadId),
    }
  }

  async function abortUpload(Key: string | undefined, UploadId: string | undefined): Promise<void> {
    await inTime(callMs, (abortSignal) =>
      client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }),
    )
  }

  /** The bytes do not leave the store. */
  async function copy(from: string, Key: string, bytes: number, progress?: () => void): Promise<void> {
    const CopySource = `${Bucket}/${from}`
    if (bytes <= copyBytes) {
      await inTime(partMs, (abortSignal) =>
        client.send(new sdk.CopyObjectCommand({ Bucket, Key, CopySource }), { abortSignal }),
      )
      return
    }
    const upload = await beginUpload(Key)
    try {
      for (let start = 0; start < bytes; start += copyBytes) {
        await upload.copy(CopySource, `bytes=${start}-${Math.min(start + copyBytes, bytes) - 1}`)
        progress?.()
      }
      await upload.complete()
    } catch (error) {
      await upload.abort().catch(() => undefined)
      throw error
    }
  }

  async function sizeOf(Key: string): Promise<number> {
    const { ContentLength = 0 } = await inTime(callMs, (abortSignal) =>
      client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal }),
    )
    return ContentLength
  }

  /** One timer for all pieces, which counts while one is awaited: whoever reads may take as long as it takes. */
  async function* read(Key: string): AsyncGenerator<Uint8Array> {
    const { Body } = await inTime(callMs, (abortSignal) =>
      client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal }),
    )
    if (!Body) throw failed('里面没有这个备份')
    const body = Body as Readable
    let waits = true
    const timer = setTimeout(() => waits && body.destroy(silent(callMs)), callMs)
    try {
      for await (const chunk of body) {
        waits = false
        yield chunk
        waits = true
        timer.refresh()
      }
    } catch (error) {
      throw error instanceof BackupError ? error : failed(reasonOf(error))
    } finally {
      clearTimeout(timer)
      body.destroy()
    }
  }

  async function listObjects() {
    const found: StoredObject[] = []
    for (let next: string | undefined; ; ) {
      const page = { Bucket, Prefix: PREFIX, ...(next && { ContinuationToken: next }) }
      const { Contents = [], NextContinuationToken } = await inTime(callMs, (abortSignal) =>
        client.send(new sdk.ListObjectsV2Command(page), { abortSignal }),
      )
      found.push(...Contents)
      next = NextContinuationToken
      if (!next) return found
    }
  }

  /** Of processes that were killed: what was finished and not kept, and parts of what was not finished. */
  async function removeLeftOver(): Promise<void> {
    const isOld = (time: Date | undefined) => Date.now() - (time?.getTime() ?? Date.now()) > LEFT_OVER_MS
    for (const { Key = '', LastModified } of await listObjects())
      if (Key.endsWith(PARTIAL) && isOurs(Key) && isOld(LastModified)) await remove(Key)
    for (let next: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
      const page = { Bucket, Prefix: PREFIX, ...next }
      const {
        Uploads = [],
        NextKeyMarker,
        NextUploadIdMarker,
      } = await inTime(callMs, (abortSignal) => client.send(new sdk.ListMultipartUploadsCommand(page), { abortSignal }))
      for (const { Key = '', UploadId, Initiated } of Uploads)
        if (isOurs(Key) && isOld(Initiated)) await abortUpload(Key, UploadId)
      if (!NextKeyMarker || Uploads.length === 0) return
      next = { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
    }
  }

  async function remove(Key: string): Promise<void> {
    await inTime(callMs, (abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }))
  }
}

/** Whether it is a backup by its name, kept or not. */
const isOurs = (key: string) => NAME.test(key.slice(PREFIX.length).replace(PARTIAL, ''))

function reasonOf(error: unknown): string {
  const { name = '', message = '' } = error as { name?: string; message?: string }
  if (name === 'NoSuchBucket') return '没有这个存储桶'
  if (name === 'NoSuchKey' || name === 'NotFound') return '里面没有这个备份'
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden/.test(name)) return `不让用（${name}）`
  return message || name
}
