import { createHash } from 'node:crypto'
import type { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3'
import { type Breaker, circuitBreaker } from '../breaker.ts'
import { storageUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import { currentTrace, traced } from '../trace.ts'
import { type BucketOptions, loadS3 } from './s3-client.ts'
import {
  checkedKey,
  checkedUnlistedKey,
  isKey,
  isUnlistedKey,
  type Storage,
  type StoredFileInfo,
  UNLISTED_FOLDER,
  urlsBelow,
} from './storage.ts'

export type S3Options = BucketOptions & {
  /** Base URL of the files: the bucket's public address or a CDN. */
  publicUrl: string
}

const CACHE_CONTROL = 'public, max-age=31536000, immutable'
const DELETE_BATCH = 1000
/** For a call with its repeats. */
const DEADLINE_MS = 10_000

/**
 * What is not done within ten seconds fails with `unavailable`, and so does what follows, at once, until the store
 * answers.
 */
export async function s3Storage(
  options: S3Options,
  log?: Pick<Log, 'info' | 'error'>,
  onBreaker?: (breaker: Breaker) => void,
): Promise<Storage> {
  const { sdk, client } = await loadS3(options)
  const { bucket: Bucket } = options
  // After the signature, which proxies between would break.
  client.middlewareStack.add(
    (next) => (args) => {
      const trace = currentTrace()
      if (trace && isRequest(args.request)) args.request.headers.traceparent = trace.traceparent
      return next(args)
    },
    { step: 'deserialize', name: 'traceparent' },
  )
  const breaker = circuitBreaker({
    service: 'the object storage (S3_ENDPOINT)',
    log,
    probe: (abortSignal) => ping(abortSignal),
  })

  onBreaker?.(breaker)

  /** Resolves with any answer of the store: a bucket may allow us to write and not to ask for it. */
  async function ping(abortSignal: AbortSignal): Promise<void> {
    try {
      await client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal })
    } catch (error) {
      if (!isAnswer(error)) throw error
    }
  }

  const inTime = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    traced('storage', 'S3', () => breaker.call(DEADLINE_MS, work)).catch((error: unknown) => {
      throw isAnswer(error) && !isOverloaded(error) ? error : storageUnavailable(error)
    })

  /** The whole object within the deadline. */
  const read = (Key: string) =>
    inTime(async (abortSignal) => {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal })
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    })

  const exists = (Key: string) =>
    inTime(async (abortSignal) => {
      try {
        await client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal })
        return true
      } catch (error) {
        if (statusOf(error) === 404) return false
        throw error
      }
    })

  async function removeObjects(keys: string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += DELETE_BATCH) {
      const Objects = keys.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }))
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
      await inTime((abortSignal) => deleteBatch(client, command, abortSignal))
    }
  }

  async function listObjects(folder: string, isWanted: (key: string) => boolean): Promise<StoredFileInfo[]> {
    const files: StoredFileInfo[] = []
    for (let next: string | undefined; ; ) {
      const page = { Bucket, Prefix: `${folder}/`, ...(next && { ContinuationToken: next }) }
      const { Contents = [], NextContinuationToken } = await inTime((abortSignal) =>
        client.send(new sdk.ListObjectsV2Command(page), { abortSignal }),
      )
      for (const { Key = '', Size = 0, ETag = '', LastModified } of Contents) {
        const md5 = /^"?([0-9a-f]{32})"?$/.exec(ETag)?.[1]
        const changedAt = LastModified?.getTime() ?? 0
        if (isWanted(Key)) files.push({ key: Key, size: Size, changedAt, ...(md5 && { md5 }) })
      }
      next = NextContinuationToken
      if (!next) return files
    }
  }

  return {
    ...urlsBelow(options.publicUrl.replace(/\/+$/, '')),

    get: async (key) => read(checkedKey(key)),

    unlisted: {
      async put(key, body) {
        const file = { Bucket, Key: checkedUnlistedKey(key), Body: body, CacheControl: 'private, no-store' }
        await inTime((abortSignal) => client.send(new sdk.PutObjectCommand(file), { abortSignal }))
      },
      get: async (key) => read(checkedUnlistedKey(key)),
      has: async (key) => exists(checkedUnlistedKey(key)),
      remove: async (keys) => removeObjects(keys.map(checkedUnlistedKey)),
      list: () => listObjects(UNLISTED_FOLDER, isUnlistedKey),
    },

    remove: async (keys) => removeObjects(keys.map(checkedKey)),

    async put(key, body, contentType) {
      const file = { Bucket, Key: checkedKey(key), Body: body, ContentType: contentType, CacheControl: CACHE_CONTROL }
      await inTime((abortSignal) => client.send(new sdk.PutObjectCommand(file), { abortSignal }))
    },

    list: (folder) => listObjects(folder, isKey),

    async check(abortSignal) {
      await client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal }).catch((error: unknown) => {
        // A bucket may allow us to write and not to ask for it.
        if (statusOf(error) !== 403) throw error
      })
    },

    close: () => breaker.close(),
  }
}

/** The response to a batch is 200 even if single keys fail. */
async function deleteBatch(client: S3Client, command: DeleteObjectsCommand, abortSignal: AbortSignal): Promise<void> {
  // Many compatible stores require Content-MD5, which the SDK no longer sends (aws-sdk-js-v3 issue 6920).
  command.middlewareStack.add(
    (next) => (args) => {
      const { request } = args
      if (isRequest(request)) request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
      return next(args)
    },
    { step: 'build', name: 'contentMd5' },
  )
  const { Errors = [] } = await client.send(command, { abortSignal })
  const [failed] = Errors.filter((error) => error.Code !== 'NoSuchKey')
  if (failed) throw new BatchError(`Could not delete ${failed.Key}: ${failed.Code} ${failed.Message}`)
}

/** Of the status of an answer; undefined where there was none. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/** Our own errors, such as those of a batch, follow from an answer, too. */
const isAnswer = (error: unknown) => statusOf(error) !== undefined || error instanceof BatchError

const isOverloaded = (error: unknown) => (statusOf(error) ?? 0) >= 500

class BatchError extends Error {}

function isRequest(request: unknown): request is { headers: Record<string, string>; body: string | Uint8Array } {
  return typeof request === 'object' && request !== null && 'headers' in request && 'body' in request
}
