import { callOf, connect, type Engine, keyActions, launch, pressActions, WINDOW } from './engine.ts'

type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** Firefox over WebDriver BiDi. */
export async function openFirefox(command: string): Promise<Engine> {
  const browser = launch(command, (folder) => [
    '--headless',
    '--no-remote',
    '--profile',
    folder,
    '--remote-debugging-port',
    '0',
    'about:blank',
  ])
  const faults: string[] = []
  const address = await browser.said(/WebDriver BiDi listening on (ws:\S+)/)
  const bidi = await connect(`${address}/session`, (method, params) => {
    const { level, text } = params as { level?: string; text?: string }
    if (method === 'log.entryAdded' && level === 'error') faults.push(text ?? '')
  })
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree')
  const context = contexts[0]?.context
  await bidi.send('browsingContext.setViewport', { context, viewport: WINDOW })

  return {
    open: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    async run(work, ...args) {
      const answer = await bidi.send<Evaluated>('script.evaluate', {
        expression: callOf(work, args),
        target: { context },
        awaitPromise: false,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return JSON.parse(answer.result.value)
    },
    press: async (x, y) => void (await bidi.send('input.performActions', { context, actions: pressActions(x, y) })),
    type: async (text) => void (await bidi.send('input.performActions', { context, actions: keyActions(text) })),
    faults: () => faults.splice(0),
    async close() {
      bidi.close()
      await browser.stop()
    },
  }
}
