/** Messages between the processes of a site over Redis (docs/decisions/009-several-nodes.md). */
import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import { currentTrace } from '../trace.ts'
import { type Bus, type Envelope, sharedBus } from './bus.ts'

type Options = {
  url: string
  /** Tells this site from others on the same Redis; equal on all its processes. */
  site: string
  log: Pick<Log, 'info' | 'warn'>
}

export type RedisBus = Bus & {
  /** For other uses of Redis (rate limits); keys are prefixed, errors logged. */
  client: Redis
}

/** Of one command. */
const COMMAND_MS = 1000
/** Closes the connection, before the command is given up, so that the next one does not wait. */
const SILENCE_MS = 800
/** How often each connection is tried, so that a Redis that hangs is noticed like one that is lost. */
const PING_MS = 1000

/**
 * Connects or throws. Publishes `connection` when Redis is lost, hangs or is back; messages in between are lost.
 */
export async function redisBus({ url, site, log }: Options): Promise<RedisBus> {
  const channel = `shiliu:${createHash('sha256').update(site).digest('hex').slice(0, 16)}`
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // What was given up must not have its effect later.
    autoResendUnfulfilledCommands: false,
    connectTimeout: 2000,
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy,
  }
  const client = new Redis(url, { ...options, keyPrefix: `${channel}:` })
  traceCommands(client)
  const subscriber = new Redis(url, options)
  const warn = (error: unknown) => log.warn({ err: error }, 'redis')
  const connections = [client, subscriber]
  try {
    for (const connection of connections) {
      connection.on('error', warn)
      await connection.connect()
    }
  } catch (error) {
    // Clients that keep reconnecting would keep the process alive.
    for (const connection of connections) connection.disconnect()
    throw error
  }
  let hasUnsent = false
  function send(envelope: Envelope) {
    client.publish(channel, JSON.stringify(envelope)).catch((error: unknown) => {
      hasUnsent = true
      warn(error)
    })
  }
  const { receive, ...bus } = sharedBus(send)
  const { nodeId } = bus
  subscriber.on('message', (_, text) => receive(JSON.parse(text)))
  await subscriber.subscribe(channel)
  subscriber.on('close', () => bus.publishHere('connection', { up: false }))
  subscriber.on('ready', () => {
    // Subscribes again before reporting, since messages published until then are missed.
    subscriber.subscribe(channel).then(() => {
      log.info({}, 'redis is back')
      bus.publishHere('connection', { up: true })
    }, warn)
  })
  client.on('ready', () => {
    // The others missed the messages that could not be sent.
    if (!hasUnsent) return
    hasUnsent = false
    send({ from: nodeId, topic: 'connection', message: { up: true } })
  })
  const pings = setInterval(() => {
    const alive: Envelope = { from: nodeId }
    client.publish(channel, JSON.stringify(alive)).catch(() => undefined)
    subscriber.ping().catch(() => undefined)
  }, PING_MS).unref()
  return {
    ...bus,
    client,
    async close() {
      clearInterval(pings)
      await bus.close()
      subscriber.disconnect()
      client.disconnect()
    },
  }
}

/** Those that a request waits for; nobody waits for messages. */
function traceCommands(client: Redis): void {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    const answer = send(command, stream) as Promise<unknown>
    const trace = command.name === 'publish' ? undefined : currentTrace()
    if (!trace) return answer
    const start = performance.now()
    const add = () => trace.add('redis', command.name, start)
    answer.then(add, add)
    return answer
  }
}

function retryStrategy(attempt: number): number {
  return Math.min(attempt * 100, 2000)
}
