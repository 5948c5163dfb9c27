import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shutDownGracefully } from './graceful-shutdown.ts'

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'beforeExit']
const events: NodeJS.EventEmitter = process
let listeners: Map<string, unknown[]>

beforeEach(() => {
  vi.useFakeTimers()
  listeners = new Map(EVENTS.map((event) => [event, events.listeners(event)]))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const event of EVENTS) {
    for (const listener of events.listeners(event)) {
      if (!listeners.get(event)?.includes(listener)) events.off(event, listener as () => void)
    }
  }
})

/** A process with one request in flight, followed by a step that fails and one that succeeds. */
function setUp({ leaves = false } = {}) {
  const log: string[] = []
  vi.spyOn(process, 'exit').mockImplementation(((code: number) => void log.push(`exit ${code}`)) as never)
  let finishRequest = () => {}
  const write = (_: object, message: string) => void log.push(message)
  shutDownGracefully({
    log: { info: write, error: write, fatal: write },
    leave: leaves ? () => log.push('left') : undefined,
    steps: [
      () => new Promise<void>((resolve) => (finishRequest = resolve)),
      () => Promise.reject(new Error('the database is gone')),
      async () => log.push('closed'),
    ],
    closeConnections: () => {
      log.push('connections closed')
      finishRequest()
    },
  })
  const signal = (name: 'SIGTERM' | 'SIGINT') => void process.emit(name, name)
  return { log, signal, finishRequest: () => finishRequest() }
}

it('runs every step in order, also after a failed one, and reports the failure in its exit code', async () => {
  const { log, signal, finishRequest } = setUp()
  signal('SIGTERM')
  finishRequest()
  await vi.waitFor(() => expect(log).toEqual(['stopping', 'stopping failed in part', 'closed', 'exit 1']))
})

it('waits ten seconds for in-flight requests and no longer', async () => {
  const { log, signal } = setUp()
  signal('SIGTERM')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(log).toEqual(['stopping'])
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(log.at(-1)).toBe('exit 1'))
  expect(log).toContain('connections closed')
})

it('serves for three seconds more where proxies have to learn that it stops', async () => {
  const { log, signal, finishRequest } = setUp({ leaves: true })
  signal('SIGTERM')
  await vi.advanceTimersByTimeAsync(2_999)
  finishRequest()
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual(['stopping', 'left'])
  await vi.advanceTimersByTimeAsync(1)
  finishRequest()
  await vi.waitFor(() => expect(log.slice(2)).toEqual(['stopping failed in part', 'closed', 'exit 1']))
})

it('exits at once at a second signal', async () => {
  const { log, signal, finishRequest } = setUp()
  signal('SIGINT')
  signal('SIGINT')
  expect(log).toEqual(['stopping', 'exit 1'])
  // Otherwise it would end this process later, in a test of another file.
  finishRequest()
  await vi.waitFor(() => expect(log.slice(2)).toEqual(['stopping failed in part', 'closed', 'exit 1']))
})
