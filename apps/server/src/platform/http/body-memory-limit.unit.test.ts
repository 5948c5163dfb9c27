import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { largeBodies } from './large-bodies.ts'

const TOO_MANY = expect.objectContaining({ code: 'too_many_requests' })

function setUp() {
  const bodies = largeBodies(100, 250)
  /** A request of an account, with what it says of its length. */
  const send = (id: number, length?: string, destroyed = false) => {
    const request = {
      viewer: { role: 'user' as const, id, sessionId: id },
      headers: length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length },
      ip: '',
    }
    const connection = Object.assign(new EventEmitter(), { destroyed })
    bodies.enter(request, { raw: connection as never })
    return { work: (job: () => Promise<unknown>) => bodies.during(request, job), close: () => connection.emit('close') }
  }
  return { send }
}

it('has room for what fits at the same time, for each account by itself', async () => {
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

it('has room for so much of all accounts together', () => {
  const { send } = setUp()
  send(1, '100')
  const { close } = send(2, '100')
  expect(() => send(3, '51')).toThrow(TOO_MANY)
  send(3, '50')
  close()
  send(4, '100')
  expect(() => send(5, '1')).toThrow(TOO_MANY)
})

it('has room again after a body that was broken off, but not before the work with one is done', async () => {
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

it('lets a single one in whatever its size, and counts as large what does not tell it', () => {
  const { send } = setUp()
  const { close } = send(1)
  expect(() => send(1, '1')).toThrow(TOO_MANY)
  close()
  send(1, '1000').close()
  send(1, '100')
})

it('does not shut the others out for what one says that it will send', () => {
  const { send } = setUp()
  send(1, '1000000')
  send(2, '100')
})

it('keeps no room for who has gone already', () => {
  const { send } = setUp()
  expect(() => send(1, '100', true)).toThrow(expect.objectContaining({ code: 'bad_request' }))
  send(1, '100')
})
