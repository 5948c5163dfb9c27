import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { bodyMemoryLimit } from './body-memory-limit.ts'

const TOO_MANY = expect.objectContaining({ code: 'too_many_requests' })

function setUp() {
  const bodyMemory = bodyMemoryLimit(100, 250)
  /** A request of an account with this Content-Length. */
  const send = (id: number, length?: string, destroyed = false) => {
    const request = {
      viewer: { role: 'user' as const, id, sessionId: id },
      headers: length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length },
      ip: '',
    }
    const connection = Object.assign(new EventEmitter(), { destroyed })
    bodyMemory.reserve(request, { raw: connection as never })
    return {
      work: (job: () => Promise<unknown>) => bodyMemory.releaseAfter(request, job),
      close: () => connection.emit('close'),
    }
  }
  return { send }
}

it('limits the concurrent bodies of each account', async () => {
  const { send } = setUp()
  send(1, '60')
  const { work, close } = send(1, '40')
  expect(() => send(1, '1')).toThrow(TOO_MANY)
  send(2, '100')
  await expect(work(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  close()
  send(1, '40')
  expect(() => send(1, '1')).toThrow(TOO_MANY)
})

it('limits the concurrent bodies of all accounts together', () => {
  const { send } = setUp()
  send(1, '100')
  const { close } = send(2, '100')
  expect(() => send(3, '51')).toThrow(TOO_MANY)
  send(3, '50')
  close()
  send(4, '100')
  expect(() => send(5, '1')).toThrow(TOO_MANY)
})

it('releases an aborted body at once, but one in use only when the work is done', async () => {
  const { send } = setUp()
  send(1, '100').close()
  const { work, close } = send(1, '100')
  let done = () => {}
  const working = work(() => new Promise<void>((resolve) => (done = resolve)))
  close()
  expect(() => send(1, '1')).toThrow(TOO_MANY)
  done()
  await working
  send(1, '100')
})

it('always admits a single body, and counts one of unknown length as the maximum', () => {
  const { send } = setUp()
  const { close } = send(1)
  expect(() => send(1, '1')).toThrow(TOO_MANY)
  close()
  send(1, '1000').close()
  send(1, '100')
})

it('does not lock out others for an announced length', () => {
  const { send } = setUp()
  send(1, '1000000')
  send(2, '100')
})

it('reserves nothing for a client that is gone', () => {
  const { send } = setUp()
  expect(() => send(1, '100', true)).toThrow(expect.objectContaining({ code: 'bad_request' }))
  send(1, '100')
})
