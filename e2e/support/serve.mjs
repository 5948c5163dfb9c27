// Runs the production build with a copy of the demo site from seed.mjs, one copy per port.
import { constants, cpSync, existsSync, rmSync } from 'node:fs'
import { demoSettings } from '../../tools/lib/serve.mjs'

const seeded = '.cache/e2e/seeded'
const data = `.cache/e2e/data-${process.env.PORT}`

demoSettings()
rmSync(data, { recursive: true, force: true })
if (existsSync(seeded)) cpSync(seeded, data, { recursive: true, mode: constants.COPYFILE_FICLONE })
// Schools send people back to it. A flow may serve the site behind a proxy.
const { E2E_SITE } = process.env
const PUBLIC_URL = E2E_SITE ?? `http://127.0.0.1:${process.env.PORT}`
Object.assign(
  process.env,
  { DATA_DIR: data, NODE_ENV: 'production', PUBLIC_URL },
  E2E_SITE && { TRUST_PROXY: '127.0.0.1' },
)
await import('../../apps/server/dist/main.js')
