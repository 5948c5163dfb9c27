/** A TCP proxy that can hang: connections stay open and new ones are accepted, but nothing passes. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type StallableProxy = {
  port: number
  stall(): void
  /** Once so many bytes more were sent to the target. */
  stallAfter(bytes: number): void
  /** What was sent meanwhile arrives. */
  resume(): void
  /** Ends all connections. */
  cut(): void
  /** Ends new connections, too. */
  refuse(): void
  accept(): void
}

/** Passes on to `target`, a port of this machine or an URL with a port, until the end of the test. */
export async function startProxy(target: string): Promise<StallableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let stalled = false
  let refusing = false
  let left = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    if (refusing) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (from === client) left -= data.length
        to.write(data)
        if (left <= 0 && !stalled) proxy.stall()
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (stalled) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: StallableProxy = {
    port: (server.address() as AddressInfo).port,
    stall() {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    stallAfter(bytes) {
      left = bytes
    },
    resume() {
      stalled = false
      left = Number.POSITIVE_INFINITY
      for (const socket of sockets) socket.resume()
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    refuse() {
      refusing = true
    },
    accept() {
      refusing = false
    },
  }
  onTestFinished(async () => {
    proxy.cut()
    server.close()
  })
  return proxy
}

/** `url` with the proxy's port. */
export function through({ port }: StallableProxy, url: string): string {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${port}`
  return changed.href
}
