import { createHash } from 'node:crypto'
import type { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3'
import { checkedKey, type Storage, urlsBelow } from './storage.ts'

export type S3Options = {
  /** Of an S3-compatible store; absent for AWS. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`: needed by MinIO, not by AWS. */
  pathStyle: boolean
  /** Base URL of the files: the bucket's public address or a CDN. */
  publicUrl: string
}

const CACHE_CONTROL = 'public, max-age=31536000, immutable'
const DELETE_BATCH = 1000
const TIMEOUT_MS = 30_000

/** Loads the SDK on demand, so that installs with disk storage do not pay for it. */
export async function s3Storage(options: S3Options): Promise<Storage> {
  const sdk = await import('@aws-sdk/client-s3')
  const { bucket: Bucket } = options
  const client = new sdk.S3Client({
    ...(options.endpoint && { endpoint: options.endpoint }),
    region: options.region,
    forcePathStyle: options.pathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // By default the SDK sends checksums as trailers, which many compatible stores do not understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: TIMEOUT_MS },
  })

  return {
    ...urlsBelow(options.publicUrl.replace(/\/+$/, '')),

    async put(key, body, contentType) {
      const file = { Bucket, Key: checkedKey(key), Body: body, ContentType: contentType, CacheControl: CACHE_CONTROL }
      await client.send(new sdk.PutObjectCommand(file))
    },

    async remove(keys) {
      const objects = keys.map((key) => ({ Key: checkedKey(key) }))
      for (let start = 0; start < objects.length; start += DELETE_BATCH) {
        const Objects = objects.slice(start, start + DELETE_BATCH)
        await deleteBatch(client, new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      }
    },
  }
}

/** The response to a batch is 200 even if single keys fail. */
async function deleteBatch(client: S3Client, command: DeleteObjectsCommand): Promise<void> {
  // Many compatible stores require Content-MD5, which the SDK no longer sends (aws-sdk-js-v3 issue 6920).
  command.middlewareStack.add(
    (next) => (args) => {
      const { request } = args
      if (isRequest(request)) request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
      return next(args)
    },
    { step: 'build', name: 'contentMd5' },
  )
  const { Errors = [] } = await client.send(command)
  const [failed] = Errors.filter((error) => error.Code !== 'NoSuchKey')
  if (failed) throw new Error(`Could not delete ${failed.Key}: ${failed.Code} ${failed.Message}`)
}

function isRequest(request: unknown): request is { headers: Record<string, string>; body: string | Uint8Array } {
  return typeof request === 'object' && request !== null && 'headers' in request && 'body' in request
}
