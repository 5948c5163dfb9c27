import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { callOf, type Engine, keyActions, launch, pressActions, WINDOW } from './engine.ts'

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** WebKitGTK over WebDriver, on a display that nobody sees. */
export async function openWebkit(command: string, display: string): Promise<Engine> {
  const screen = launch(display, () => ['-displayfd', '2', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'])
  const number = await screen.said(/^(\d+)$/m)
  const port = await freePort()
  const driver = launch(command, () => ['--host=127.0.0.1', `--port=${port}`], {
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  })

  async function send<Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Result> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    })
    const { value } = (await response.json()) as { value: Result & { message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`)
    return value
  }

  const isReady = () =>
    send<{ ready: boolean }>('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    )
  for (let attempt = 0; attempt < 100 && !(await isReady()); attempt++) await wait(100)
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/timeouts`, { pageLoad: 60_000 })
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, ...WINDOW })
  const act = (actions: object[]) => send('POST', `${session}/actions`, { actions })

  return {
    open: async (url) => void (await send('POST', `${session}/url`, { url })),
    async run(work, ...args) {
      const script = `return ${callOf(work, args)}`
      return JSON.parse(await send<string>('POST', `${session}/execute/sync`, { script, args: [] }))
    },
    press: async (x, y) => void (await act(pressActions(x, y))),
    type: async (text) => void (await act(keyActions(text))),
    faults: () => null,
    async close() {
      await send('DELETE', session).catch(() => undefined)
      await driver.stop()
      await screen.stop()
    },
  }
}
