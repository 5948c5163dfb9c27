/** Uploads with progress, which XMLHttpRequest reports and fetch does not. */
import type { AnyEndpoint, OutputOf } from '@shiliu/contract/endpoint'
import { IDEMPOTENCY, REQUEST_TIMEOUT_MS } from '@shiliu/contract/limits'
import { dataOf, realmOf, withSession } from './client.ts'
import { ApiError } from './error.ts'
import { noteAnswer } from './network.ts'
import { type ApiResponse, addressOf, isForeign, readEnvelope, secondsOf } from './send.ts'
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
  const { ok, status, body, ...detail } = response
  if (!ok && !body?.message) throw new ApiError(status, `HTTP错误: ${status}`, detail)
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

const NOT_ANSWERED = '网络连接失败，请检查网络后重试'

/** Fails where nothing was sent or answered for 60 s: a slow network may need longer for a whole picture. */
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
    const fail = (message: string) => {
      noteAnswer(false)
      reject(new ApiError(0, message))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let timedOut = false
    function restartTimer() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timedOut = true
        request.abort()
      }, REQUEST_TIMEOUT_MS)
    }
    request.open('POST', address)
    request.setRequestHeader(IDEMPOTENCY.header, idempotencyKey)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => {
      restartTimer()
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const { status } = request
      const retryAfter = secondsOf(request.getResponseHeader('retry-after'))
      const response = {
        status,
        ok: status >= 200 && status < 300,
        body: readEnvelope(request.responseText),
        retryAfter,
      }
      if (isForeign(response)) return fail(NOT_ANSWERED)
      noteAnswer(true)
      resolve(response)
    }
    request.onerror = () => fail(NOT_ANSWERED)
    request.onabort = () => {
      if (timedOut) fail('上传超时，请检查网络连接或稍后重试')
      else reject(signal?.reason ?? new ApiError(0, '上传失败'))
    }
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return reject(signal.reason)
    restartTimer()
    request.send(form)
  })
}
