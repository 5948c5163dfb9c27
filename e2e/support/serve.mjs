// The server under test: the production build on a demo database that starts anew each time. One per port.
import { rmSync } from 'node:fs'
import { demoSettings } from '../../tools/lib/serve.mjs'

demoSettings()
const data = `.cache/e2e/data-${process.env.PORT}`
rmSync(data, { recursive: true, force: true })
process.env.DATA_DIR = data
process.env.NODE_ENV = 'production'
process.env.LOG_LEVEL ||= 'warn'
await import('../../apps/server/dist/main.js')
