import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { sendArchive } from './download.ts'

it('a file that nobody reads is closed, which gives its place back', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  let left = 0
  async function* content() {
    for (;;) {
      await setImmediate()
      yield Buffer.alloc(1024 * 1024)
    }
  }
  app.get('/', (_, reply) => {
    const file = { name: 'a.zip', bytes: 1e9, content: content(), onEnd: () => left++ }
    return sendArchive(reply, file, { stalledMs: 100 })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => left).toBe(1)
  socket.on('error', () => {}).resume()
  await once(socket, 'close')
})
