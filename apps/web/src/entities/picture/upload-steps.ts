/** How a form's pictures are uploaded, and what follows a failure (docs/product.md#picture-uploader). */
import * as uploads from '@shiliu/contract/uploads'
import { ApiError, messageOf } from '#api/error.ts'
import { untilReachable } from '#api/reachable.ts'
import type { Realm } from '#api/session.ts'
import { upload } from '#api/upload.ts'
import { compress } from './compress.ts'
import type { Hold, UploadSteps, Verdict } from './uploader.ts'

/** Attempts per picture before it counts as failed. */
const ATTEMPTS_MAX = 5
const HOLD_MS = 5000
/** A server that asks for more time is not waited for. */
const HOLD_MAX_MS = 10 * 60_000
/** Too often; or a server, or the proxy before it, that cannot answer now. */
const TEMPORARY = [429, 502, 503, 504]
/** Of an error that is none of the server's. */
const NO_ANSWER = { status: -1, retryAfter: undefined, error: undefined }

export function judge(error: unknown, attempt: number): Verdict {
  const { status, retryAfter, error: code } = error instanceof ApiError ? error : NO_ANSWER
  // The attempt before, whose answer was lost, is still being worked on.
  const running = code === 'request_running'
  if (status === 0 && navigator.onLine === false) return { hold: { reason: 'network' }, free: true }
  if (attempt < ATTEMPTS_MAX && status === 0) return { hold: { reason: 'network' } }
  if (attempt < ATTEMPTS_MAX && (running || TEMPORARY.includes(status))) {
    const ms = retryAfter === undefined ? HOLD_MS * 2 ** (attempt - 1) : retryAfter * 1000
    const reason = status === 429 ? 'often' : 'busy'
    if (ms <= HOLD_MAX_MS) return { hold: { reason, until: Date.now() + ms } }
  }
  const refused = status >= 400 && status < 500
  const retryable = !refused || running || [401, 408, 429].includes(status)
  return { error: messageOf(error, '上传失败，请重试'), retryable }
}

function outlast(hold: Hold, signal: AbortSignal): Promise<void> {
  if (hold.reason === 'network') return untilReachable(signal)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, hold.until - Date.now())
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** A retry sends the same bytes, by which the server knows that it is one (docs/api.md#idempotency-keys). */
const prepared = new WeakMap<File, Blob>()

/** Compress, then POST with the session of a user or of an administrator. */
export const uploadStepsAs = (as: Realm): UploadSteps => ({
  async prepare(file) {
    const picture = prepared.get(file) ?? (await compress(file))
    prepared.set(file, picture)
    return picture
  },
  async send(picture, name, { onProgress, signal }) {
    const { url } = await upload(uploads.image, picture, { fileName: name, onProgress, signal, as })
    return url
  },
  judge,
  outlast,
  createPreview: (file) => URL.createObjectURL(file),
  revokePreview: (preview) => URL.revokeObjectURL(preview),
})

export const uploadSteps = uploadStepsAs('user')
