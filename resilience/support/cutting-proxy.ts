/** A TCP proxy before a node that can cut off answers: the node has done its work, and nobody learns of it. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export type CuttingProxy = { port: number; cut(cutting: boolean): void }

/** Passes on to a port of this machine until the process ends. While it cuts, every other answer is lost. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let cutting = false
  let answers = 0
  const server = createServer((client) => {
    const node = connect(target, '127.0.0.1')
    const end = () => {
      client.destroy()
      node.destroy()
    }
    client.on('data', (data) => node.write(data))
    node.on('data', (data) => {
      if (cutting && answers++ % 2 === 0) end()
      else client.write(data)
    })
    for (const socket of [client, node]) socket.on('error', end).on('close', end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    cut(on) {
      cutting = on
    },
  }
}
