/** What a flow needs of a browser, whatever protocol it speaks. Playwright drives current Chromium only. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Engine = {
  open(address: string): Promise<void>
  /** Runs a function without parameters of the outer scope in the page and returns what JSON keeps of its result. */
  run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Presses the main button at a point of the window. */
  press(x: number, y: number): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** What the page threw and the console reported; null where the protocol does not tell. */
  faults(): string[] | null
  close(): Promise<void>
}

/** Phones have little more than this. */
export const WINDOW = { width: 390, height: 844 }

/** The expression that runs a function with its arguments and gives JSON. */
export const callOf = (work: (...args: never[]) => unknown, args: unknown[]) =>
  `JSON.stringify((${work})(...${JSON.stringify(args)}) ?? null)`

/** A browser process with a folder of its own for its data, both gone after `stop`. */
export function launch(command: string, args: (folder: string) => string[], env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'shiliu-engine-'))
  const child = spawn(command, args(folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
  })
  // Also where it did not start.
  const abandon = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return {
    child,
    /** The first match in what the process says on stderr. Rejects if it ends or says nothing for 30 s. */
    said(pattern: RegExp): Promise<string> {
      return new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${command} ${why}: ${errors.slice(-2000)}`))
        const timer = setTimeout(() => fail('did not start'), 30_000)
        const look = () => {
          const found = pattern.exec(errors)?.[1]
          if (found === undefined) return
          clearTimeout(timer)
          resolve(found)
        }
        child.stderr.on('data', look)
        child.on('error', (error) => fail(error.message))
        child.on('exit', (code) => fail(`ended with ${code}`))
        look()
      })
    },
    async stop() {
      process.off('exit', abandon)
      await end(child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function end(child: ChildProcess): Promise<void> {
  const started = child.pid !== undefined
  if (!started || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

type Reply = { id?: number; method?: string; params?: unknown; result?: unknown; error?: unknown; message?: string }

/** Numbered commands over a WebSocket, as CDP and WebDriver BiDi have them. */
export async function connect(address: string, onEvent: (method: string, params: never) => void) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)))
  })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data)) as Reply
    const command = id === undefined ? undefined : waiting.get(id)
    if (command && id !== undefined) {
      waiting.delete(id)
      if (error) command.reject(new Error(`${JSON.stringify(error)} ${message ?? ''}`))
      else command.resolve(result as never)
    } else if (method) onEvent(method, params as never)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'))
    waiting.clear()
  })
  return {
    send<Result>(method: string, params: object = {}, more: object = {}): Promise<Result> {
      const id = ++last
      socket.send(JSON.stringify({ id, method, params, ...more }))
      return new Promise<Result>((resolve, reject) => waiting.set(id, { resolve: resolve as never, reject }))
    },
    close: () => socket.close(),
  }
}

/** Actions in the form that WebDriver and WebDriver BiDi share. */
export const pressActions = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

/** `Enter` as a key of its own. */
export const keyActions = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: Array.from(text.replace(/\n/g, '\ue007')).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
