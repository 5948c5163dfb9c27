/** Backups in a bucket of their own, sent in parts as they are written. */
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from '../storage/s3.ts'
import { BackupError } from './archive.ts'
import { type Destination, NAME } from './destinations.ts'

export type BucketOptions = Omit<S3Options, 'publicUrl'>

const PREFIX = 'backups/'
/** 10 000 parts at most: they grow, so that the first are small and the archive may have 300 GB. */
const PART_BYTES = 8 * 1024 * 1024
const LARGE_PART_BYTES = 32 * 1024 * 1024
const SMALL_PARTS = 500
/** For a part with its repeats. */
const PART_MS = 120_000
const CALL_MS = 30_000

type Timed = { partMs?: number; callMs?: number }

/** Throws `BackupError` where the bucket does not answer in time or refuses. */
export async function backupBucket(
  options: BucketOptions,
  { partMs = PART_MS, callMs = CALL_MS }: Timed = {},
): Promise<Destination> {
  const sdk = await import('@aws-sdk/client-s3')
  const { bucket: Bucket } = options
  const client: S3Client = new sdk.S3Client({
    ...(options.endpoint && { endpoint: options.endpoint }),
    region: options.region,
    forcePathStyle: options.pathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000 },
  })
  const inTime = async <T>(ms: number, work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const late = AbortSignal.timeout(ms)
    try {
      return await work(late)
    } catch (error) {
      if (error instanceof BackupError) throw error
      const words = late.aborted ? `${Math.ceil(ms / 1000)} 秒没有回答` : reasonOf(error)
      throw new BackupError(`备份的存储桶 ${Bucket}：${words}`)
    }
  }
  const keyOf = (name: string) => PREFIX + name

  return {
    place: `s3://${Bucket}/${PREFIX}`,

    async create(name) {
      const Key = keyOf(name)
      const { UploadId } = await inTime(callMs, (abortSignal) =>
        client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal }),
      )
      const parts: { PartNumber: number; ETag: string | undefined }[] = []
      let waiting: Uint8Array[] = []
      let bytes = 0
      const sendPart = async () => {
        const Body = Buffer.concat(waiting)
        waiting = []
        bytes = 0
        const PartNumber = parts.length + 1
        const part = { Bucket, Key, UploadId, PartNumber, Body }
        const { ETag } = await inTime(partMs, (abortSignal) =>
          client.send(new sdk.UploadPartCommand(part), { abortSignal }),
        )
        parts.push({ PartNumber, ETag })
      }
      return {
        async write(chunk) {
          waiting.push(chunk)
          bytes += chunk.length
          if (bytes >= (parts.length < SMALL_PARTS ? PART_BYTES : LARGE_PART_BYTES)) await sendPart()
        },
        async finish() {
          if (bytes > 0) await sendPart()
          const whole = { Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }
          await inTime(partMs, (abortSignal) =>
            client.send(new sdk.CompleteMultipartUploadCommand(whole), { abortSignal }),
          )
        },
        async abort() {
          await inTime(callMs, (abortSignal) =>
            client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }),
          )
        },
      }
    },

    async *read(name) {
      const { Body } = await inTime(callMs, (abortSignal) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(name) }), { abortSignal }),
      )
      if (!Body) throw new BackupError(`备份的存储桶 ${Bucket} 里没有 ${name}`)
      const reader = (Body.transformToWebStream() as ReadableStream<Uint8Array>).getReader()
      try {
        for (;;) {
          const { value, done } = await inTime(callMs, (signal) => Promise.race([reader.read(), rejectAt(signal)]))
          if (done) return
          yield value
        }
      } finally {
        reader.cancel().catch(() => undefined)
      }
    },

    // It has its name from the start: what cannot be read back is removed.
    keep: async () => undefined,
    discard: (name) => remove(name),

    async list() {
      const found: { name: string; bytes: number }[] = []
      for (let next: string | undefined; ; ) {
        const page = { Bucket, Prefix: PREFIX, ...(next && { ContinuationToken: next }) }
        const { Contents = [], NextContinuationToken } = await inTime(callMs, (abortSignal) =>
          client.send(new sdk.ListObjectsV2Command(page), { abortSignal }),
        )
        for (const { Key = '', Size = 0 } of Contents) {
          const name = Key.slice(PREFIX.length)
          if (NAME.test(name)) found.push({ name, bytes: Size })
        }
        next = NextContinuationToken
        if (!next) return found
      }
    },

    remove,
  }

  async function remove(name: string): Promise<void> {
    await inTime(callMs, (abortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(name) }), { abortSignal }),
    )
  }
}

function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

function reasonOf(error: unknown): string {
  const { name = '', message = '' } = error as { name?: string; message?: string }
  if (name === 'NoSuchBucket') return '没有这个存储桶'
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden/.test(name)) return `不让写（${name}）`
  return message || name
}
