/** Uploads with progress, which XMLHttpRequest reports and fetch does not. */
import type { AnyEndpoint, OutputOf } from '@shiliu/contract/endpoint'
import { IDEMPOTENCY, REQUEST_TIMEOUT_MS } from '@shiliu/contract/limits'
import { dataOf, realmOf, withSession } from './client.ts'
import { ApiError } from './error.ts'
import { type ApiResponse, addressOf, readEnvelope, secondsOf } from './send.ts'
import { type Realm, sessions } from './session.ts'
import { isDecided, newKey } from './unanswered.ts'

type UploadOptions = {
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
  as?: Realm
  fileName?: string
}

/** Sends files in the endpoint's multipart field and returns `data`. Throws ApiError, or the signal's reason. */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  files: Blob | readonly Blob[],
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  const { multipart } = endpoint
  if (!multipart) throw new TypeError(`${endpoint.path} takes no files`)
  const realm = realmOf(endpoint, options.as)
  if (!sessions[realm].get()) throw new ApiError(401, '未登录，请先登录')
  const form = new FormData()
  for (const file of [files].flat()) {
    form.append(multipart.field, file, file instanceof File ? file.name : (options.fileName ?? 'image.png'))
  }
  const idempotencyKey = keyOfFiles(files)
  const response = await withSession(realm, (token) => post(addressOf(endpoint), form, token, idempotencyKey, options))
  if (isDecided(response.status, response.body?.error)) keys.delete(onlyFile(files))
  if (!response.ok && !response.body?.message) throw new ApiError(response.status, `HTTP错误: ${response.status}`)
  return dataOf(response) as OutputOf<E>
}

/** Keys of uploads without an answer, so that a retry stores nothing twice. Here the file itself tells them apart. */
const keys = new WeakMap<Blob, string>()

const onlyFile = (files: Blob | readonly Blob[]) => [files].flat()[0] as Blob

function keyOfFiles(files: Blob | readonly Blob[]): string {
  const file = onlyFile(files)
  const key = keys.get(file) ?? newKey()
  keys.set(file, key)
  return key
}

function post(
  address: string,
  form: FormData,
  token: string | null,
  idempotencyKey: string,
  options: UploadOptions,
): Promise<ApiResponse> {
  const { onProgress, signal } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (message: string) => reject(new ApiError(0, message))
    request.open('POST', address)
    request.timeout = REQUEST_TIMEOUT_MS
    request.setRequestHeader(IDEMPOTENCY.header, idempotencyKey)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const { status } = request
      const retryAfter = secondsOf(request.getResponseHeader('retry-after'))
      resolve({ status, ok: status >= 200 && status < 300, body: readEnvelope(request.responseText), retryAfter })
    }
    request.ontimeout = () => fail('上传超时，请检查网络连接或稍后重试')
    request.onerror = () => fail('网络连接失败，请检查网络后重试')
    request.onabort = () => reject(signal?.reason ?? new ApiError(0, '上传失败'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
}
