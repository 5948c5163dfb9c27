import { callOf, connect, type Engine, launch, WINDOW } from './engine.ts'

type Thrown = { exceptionDetails: { text: string; exception?: { description?: string } } }
type Logged = { type: string; args: { value?: unknown; description?: string }[] }

/** Chromium of any age over CDP, as a phone. */
export async function openChromium(command: string): Promise<Engine> {
  const browser = launch(command, (folder) => [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    'about:blank',
  ])
  const faults: string[] = []
  const cdp = await connect(await browser.said(/DevTools listening on (ws:\S+)/), (method, params) => {
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = (params as Thrown).exceptionDetails
      faults.push(`${text} ${exception?.description ?? ''}`)
    }
    if (method !== 'Runtime.consoleAPICalled') return
    const { type, args } = params as Logged
    if (type === 'error') faults.push(args.map(({ value, description }) => value ?? description).join(' '))
  })
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const send = <Result>(method: string, params: object = {}) => cdp.send<Result>(method, params, { sessionId })
  await send('Runtime.enable')
  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 2, mobile: true })

  return {
    open: async (url) => void (await send('Page.navigate', { url })),
    async run(work, ...args) {
      const { result, exceptionDetails } = await send<{ result: { value: string } } & Partial<Thrown>>(
        'Runtime.evaluate',
        { expression: callOf(work, args) },
      )
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return JSON.parse(result.value)
    },
    async press(x, y) {
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
    },
    async type(text) {
      for (const part of text.split(/(\n)/)) {
        if (part === '\n') {
          const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
          for (const type of ['keyDown', 'keyUp']) await send('Input.dispatchKeyEvent', { type, ...key })
        } else if (part) await send('Input.insertText', { text: part })
      }
    },
    faults: () => faults.splice(0),
    async close() {
      cdp.close()
      await browser.stop()
    },
  }
}
