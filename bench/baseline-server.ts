/** A bare `node:http` server to compare with, which only sends recorded responses from memory. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `key` is `METHOD path`; headers alternate name and value. */
export type RecordedResponse = { key: string; status: number; headers: string[]; body: string }

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

process.on('message', (responses: RecordedResponse[]) => {
  answers.clear()
  for (const { key, body, ...rest } of responses) answers.set(key, { ...rest, body: Buffer.from(body) })
  process.send?.('ready')
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
