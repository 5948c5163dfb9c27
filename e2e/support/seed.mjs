// Creates the demo site. Each server under test starts with a copy of it.
import { rmSync } from 'node:fs'
import { demoSettings } from '../../tools/lib/serve.mjs'

const seeded = '.cache/e2e/seeded'

demoSettings()
rmSync(seeded, { recursive: true, force: true })
Object.assign(process.env, { DATA_DIR: seeded, PORT: '0', NODE_ENV: 'production' })
// Resolves once the server listens, which is after seeding.
await import('../../apps/server/dist/main.js')
process.kill(process.pid, 'SIGTERM')
