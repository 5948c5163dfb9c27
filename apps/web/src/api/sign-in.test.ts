import * as auth from '@shiliu/contract/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './error.ts'
import { proveIfAsked, signInWith } from './sign-in.ts'
import { writeItem } from './storage.ts'

/** Solves at once. */
class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  postMessage() {
    queueMicrotask(() => this.onmessage?.({ data: { counter: 7 } }))
  }
  terminate() {}
}

const proofRequired = new ApiError(429, '密码错了太多次，请 2 秒后再试', { error: 'proof_required' })

beforeEach(() => {
  writeItem('knownDevices', null)
  const data = { challenge: '{"parameters":{}}' }
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe(`/api${auth.challenge.path}?use=login`)
    return new Response(JSON.stringify({ code: 200, data }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('sends the token of the account that signed in here before', async () => {
  const send = vi.fn(async (_: object) => ({ device_token: 'one' }))
  await signInWith('user', 'Me', send)
  await signInWith('user', 'me', send)
  await signInWith('admin', 'me', send)
  await signInWith('user', 'other', send)
  expect(send.mock.calls).toEqual([[{}], [{ device_token: 'one' }], [{}], [{}]])
})

it('computes a proof where the server wants one', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const send = vi.fn(async (extra: { proof?: string }) => {
    if (!extra.proof) throw proofRequired
    return { device_token: 'one' }
  })
  const proving = vi.fn()
  await signInWith('user', 'me', send, proving)
  const proof = JSON.stringify({ challenge: { parameters: {} }, solution: { counter: 7 } })
  expect(send.mock.calls).toEqual([[{}], [{ proof }]])
  expect(proving.mock.calls).toEqual([[true], [false]])
})

it('sends the proof of work that a code by mail needs after too many wrong ones', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, data: { challenge: '{}' } })))
  const send = vi.fn(async ({ proof }: { proof?: string }) => {
    if (!proof) throw proofRequired
    return proof
  })
  expect(await proveIfAsked('reset', send)).toBe('{"challenge":{},"solution":{"counter":7}}')
  expect(send).toHaveBeenCalledTimes(2)
})

it('says how long to wait where the browser cannot compute one', async () => {
  vi.stubGlobal('Worker', undefined)
  const send = vi.fn(() => Promise.reject(proofRequired))
  await expect(signInWith('user', 'me', send)).rejects.toBe(proofRequired)
  expect(send).toHaveBeenCalledTimes(1)
})
