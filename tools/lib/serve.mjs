import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Settings from `.env`; what the environment already says wins. */
export function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Demo mode: known passwords, so on loopback only and never on a real database, whatever the environment says. `.env` is
 * left alone; PORT and LOG_LEVEL pass.
 */
export function demoSettings() {
  for (const name of Object.keys(process.env)) {
    if (/^(DATABASE_URL|REDIS_URL|JWT_SECRET|PUBLIC_URL|TRUST_PROXY|S3_.*)$/.test(name)) delete process.env[name]
  }
  Object.assign(process.env, { DEMO: '1', DATA_DIR: '.demo', HOST: '127.0.0.1' })
}

export const serverPort = () => Number(process.env.PORT || 3000)
