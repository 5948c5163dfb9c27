import * as uploads from '@shiliu/contract/uploads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userSession } from './session.ts'
import { upload } from './upload.ts'

/** A request whose progress and answer the test gives. */
class FakeRequest {
  static current: FakeRequest
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ''
  retryAfter: string | null = null
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  constructor() {
    FakeRequest.current = this
  }
  open() {}
  send() {}
  setRequestHeader() {}
  getResponseHeader = () => this.retryAfter
  abort() {
    this.onabort()
    this.onloadend()
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: 10 })
  }
  answer(status: number, body: object, retryAfter: string | null = null) {
    Object.assign(this, { status, responseText: JSON.stringify(body), retryAfter })
    this.onload()
    this.onloadend()
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const info = { id: 1, user_id: 'shiliu01', nickname: '石榴', avatar: '', bio: '', location: '' }
  userSession.signIn({ access_token: 'a', refresh_token: 'r', expires_in: 3600 }, info)
})
afterEach(() => {
  userSession.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function send() {
  const ended = vi.fn()
  const done = upload(uploads.image, new Blob(['picture'])).then(ended, ended)
  await vi.advanceTimersByTimeAsync(0)
  return { done, ended, request: FakeRequest.current }
}

test('may take long where the network is slow, and fails after 60 s without progress', async () => {
  const { ended, request } = await send()
  for (const loaded of [1, 2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(50_000)
    request.progress(loaded)
  }
  await vi.advanceTimersByTimeAsync(59_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.mock.calls[0]?.[0]).toMatchObject({ status: 0, message: '上传超时，请检查网络连接或稍后重试' })
})

test.each([
  ['12', 12],
  [new Date(1_030_000).toUTCString(), 30],
  ['soon', undefined],
  [null, undefined],
])('an answer with Retry-After %s tells how long to wait', async (header, retryAfter) => {
  const { done, ended, request } = await send()
  request.answer(429, { code: 429, message: '操作太频繁，请稍后再试' }, header)
  await done
  expect(ended.mock.calls[0]?.[0]).toMatchObject({ status: 429, message: '操作太频繁，请稍后再试', retryAfter })
})

test('the sign-in page of a network is no answer', async () => {
  const { done, ended, request } = await send()
  Object.assign(request, { status: 200, responseText: '<!doctype html><title>校园网认证</title>' })
  request.onload()
  request.onloadend()
  await done
  expect(ended.mock.calls[0]?.[0]).toMatchObject({ status: 0, message: '网络连接失败，请检查网络后重试' })
})
