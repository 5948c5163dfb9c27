/** The bare `node:http` server to compare with: answers what it was taught, byte for byte, and does nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** By `METHOD path`; headers as name, value, name, value. */
export type Lesson = { key: string; status: number; headers: string[]; body: string }

const answers = new Map<string, { status: number; headers: string[]; body: Buffer }>()

const server = createServer((request, response) => {
  const reply = () => {
    const answer = answers.get(`${request.method} ${request.url}`)
    if (!answer) return response.writeHead(404).end()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  if (request.method === 'GET') reply()
  else request.resume().on('end', reply)
})

process.on('message', (lessons: Lesson[]) => {
  answers.clear()
  for (const { key, body, ...rest } of lessons) answers.set(key, { ...rest, body: Buffer.from(body) })
  process.send?.('learned')
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
