/** An object storage in memory, with what s3rver lacks: lists of unfinished uploads, and parts that are copied. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type StoredObject = { body: Buffer; at: number }
type Upload = { key: string; at: number; parts: Map<number, Buffer> }

export type S3Double = {
  address: string
  /** By key; there is one bucket, whatever it is called. */
  objects: Map<string, StoredObject>
  /** By id. */
  uploads: Map<string, Upload>
  /** Answers calls for which this is true with a 403. */
  refuses: (method: string, query: URLSearchParams) => boolean
  /** Makes copies of so many bytes at most. */
  copiesUpTo: number
}

/** Until the end of the test. Signatures are not checked. */
export async function startS3Double(): Promise<S3Double> {
  const server = createServer((request, response) => void answer(double, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const double: S3Double = {
    address: `http://127.0.0.1:${port}`,
    objects: new Map(),
    uploads: new Map(),
    refuses: () => false,
    copiesUpTo: Number.POSITIVE_INFINITY,
  }
  return double
}

async function answer(double: S3Double, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'))
  const method = request.method ?? ''
  const body = await buffer(request)
  if (double.refuses(method, query)) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  const { status = 200, headers = {}, content = '' } = respond(double, { method, key, query, body, request })
  response.writeHead(status, { 'content-length': content.length, ...headers }).end(content)
}

type Call = { method: string; key: string; query: URLSearchParams; body: Buffer; request: IncomingMessage }
type Answer = { status?: number; headers?: Record<string, string | number>; content?: Buffer }

function respond(double: S3Double, { method, key, query, body, request }: Call): Answer {
  const { objects, uploads } = double
  const id = query.get('uploadId')
  const upload = id === null ? undefined : uploads.get(id)
  if (id !== null && !upload) return error(404, 'NoSuchUpload')
  if (method === 'GET' && query.has('uploads')) return xml(listUploads(uploads, query.get('prefix') ?? ''))
  if (method === 'GET' && key === '') return xml(listObjects(objects, query.get('prefix') ?? ''))
  if (method === 'POST' && query.has('uploads')) {
    const fresh = `upload-${uploads.size + 1}-${objects.size}`
    uploads.set(fresh, { key, at: Date.now(), parts: new Map() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${fresh}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (method === 'PUT') {
    const copied = copyOf(double, request)
    if (copied === null) return error(404, 'NoSuchKey')
    if (upload) upload.parts.set(Number(query.get('partNumber')), copied ?? body)
    else objects.set(key, { body: copied ?? body, at: Date.now() })
    const result = upload ? 'CopyPartResult' : 'CopyObjectResult'
    return copied ? xml(`<${result}><ETag>"e"</ETag></${result}>`) : { headers: { etag: '"e"' } }
  }
  if (upload && id !== null) {
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)
    objects.set(upload.key, { body: Buffer.concat(parts), at: Date.now() })
    return xml('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  const found = objects.get(key)
  if (!found) return error(404, 'NoSuchKey')
  return method === 'HEAD' ? { headers: { 'content-length': found.body.length } } : { content: found.body }
}

/** Undefined where nothing is to be copied, null where there is no such object. */
function copyOf({ objects, copiesUpTo }: S3Double, { headers }: IncomingMessage): Buffer | null | undefined {
  const source = headers['x-amz-copy-source']
  if (source === undefined) return undefined
  const found = objects.get(decodeURIComponent(String(source)).split('/').slice(1).join('/'))
  const [, first = '0', last = 'Infinity'] = /^bytes=(\d+)-(\d+)$/.exec(`${headers['x-amz-copy-source-range']}`) ?? []
  return found ? found.body.subarray(Number(first), Math.min(Number(last) + 1, Number(first) + copiesUpTo)) : null
}

const time = (at: number) => new Date(at).toISOString()

function listObjects(objects: S3Double['objects'], prefix: string): string {
  const rows = [...objects].filter(([key]) => key.startsWith(prefix))
  const contents = rows.map(
    ([key, { body, at }]) =>
      `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${time(at)}</LastModified></Contents>`,
  )
  return `<ListBucketResult>${contents.join('')}</ListBucketResult>`
}

function listUploads(uploads: S3Double['uploads'], prefix: string): string {
  const rows = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
  const shown = rows.map(
    ([id, { key, at }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${time(at)}</Initiated></Upload>`,
  )
  return `<ListMultipartUploadsResult>${shown.join('')}</ListMultipartUploadsResult>`
}

const xml = (text: string): Answer => ({ headers: { 'content-type': 'application/xml' }, content: Buffer.from(text) })

const error = (status: number, code: string): Answer => ({
  ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
  status,
})
