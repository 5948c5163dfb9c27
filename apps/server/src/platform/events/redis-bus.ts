/** Carries the bus between the processes of one site through Redis publish/subscribe. */
import { createHash, randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { type Bus, localBus, type Topic, type Topics } from './bus.ts'

type Log = { warn(details: object, message: string): void; info(message: string): void }

type Options = {
  url: string
  /** What tells this site from others on the same Redis: all its processes give the same. */
  site: string
  log: Log
}

export type RedisBus = Bus & {
  /** For what else needs Redis (rate limits); its keys are the site's own, its errors are logged already. */
  client: Redis
}

type Letter = { from: string; topic: Topic; message: unknown }

/**
 * Connects or throws. Own messages are delivered at once, others' when Redis brings them. While Redis is away nothing
 * comes from others: the topic `connection` says so, and again when it is back, since messages were missed. Where it was
 * the sender who could not reach Redis, the others are told the same as soon as it can.
 */
export async function redisBus({ url, site, log }: Options): Promise<RedisBus> {
  const me = randomUUID()
  const local = localBus()
  const channel = `shiliu:${createHash('sha256').update(site).digest('hex').slice(0, 16)}`
  const options = { lazyConnect: true, maxRetriesPerRequest: 1, enableOfflineQueue: false, retryStrategy }
  const client = new Redis(url, { ...options, keyPrefix: `${channel}:` })
  const subscriber = new Redis(url, options)
  const warn = (error: unknown) => log.warn({ err: error }, 'redis')
  const connections = [client, subscriber]
  try {
    for (const connection of connections) {
      connection.on('error', warn)
      await connection.connect()
    }
  } catch (error) {
    // They would go on trying, and the process could not end.
    for (const connection of connections) connection.disconnect()
    throw error
  }
  subscriber.on('message', (_, text) => {
    const letter = JSON.parse(text) as Letter
    if (letter.from !== me) local.publish(letter.topic, letter.message as Topics[Topic])
  })
  await subscriber.subscribe(channel)
  subscriber.on('close', () => local.publish('connection', { up: false }))
  subscriber.on('ready', () => {
    // The renewal of the subscription is still under way then: what is said before it takes hold would be missed.
    subscriber.subscribe(channel).then(() => {
      log.info('redis is back')
      local.publish('connection', { up: true })
    }, warn)
  })
  let unsaid = false
  function send<T extends Topic>(topic: T, message: Topics[T]) {
    const letter: Letter = { from: me, topic, message }
    client.publish(channel, JSON.stringify(letter)).catch((error: unknown) => {
      unsaid = true
      warn(error)
    })
  }
  client.on('ready', () => {
    if (!unsaid) return
    unsaid = false
    send('connection', { up: true })
  })
  return {
    client,
    subscribe: local.subscribe,
    publish(topic, message) {
      local.publish(topic, message)
      send(topic, message)
    },
    async close() {
      await local.close()
      subscriber.disconnect()
      client.disconnect()
    },
  }
}

/** Keeps trying, at most every two seconds. */
function retryStrategy(attempt: number): number {
  return Math.min(attempt * 100, 2000)
}
