/** Ends loops that ask the server for the same again and again, whatever a browser lacks that makes them do so. */
import { ApiError } from './error.ts'

/** Many times what any screen asks for; a loop reaches it in a second or two. */
const MAX = 30
const WITHIN_MS = 10_000

let since = 0
const counts = new Map<string, number>()
const stopped = new Set<string>()

/** Throws ApiError for a request that was sent too often: nothing sends it again until the user does something. */
export function stopRepeats(request: string): void {
  const now = Date.now()
  if (Math.abs(now - since) > WITHIN_MS) {
    counts.clear()
    since = now
  }
  const count = (counts.get(request) ?? 0) + 1
  counts.set(request, count)
  if (count > MAX) stopped.add(request)
  // Not 0 or 5xx, after which the query client would try again by itself.
  if (stopped.has(request)) throw new ApiError(429, '页面一直在请求同样的内容，已经停下；重试不行的话，请更新浏览器')
}

function forget() {
  counts.clear()
  stopped.clear()
}

for (const input of ['pointerdown', 'keydown']) globalThis.addEventListener?.(input, forget, { capture: true })
