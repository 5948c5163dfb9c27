import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Loads `.env`, which does not override variables that are set. */
export function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The demo's passwords are public: it listens on loopback only and never uses the database that is configured. */
export function demoSettings() {
  for (const name of Object.keys(process.env)) {
    if (/^(DATABASE_URL|REDIS_URL|JWT_SECRET|PUBLIC_URL|TRUST_PROXY|ACCESS_TOKEN_HOURS|CORS_ORIGINS|S3_.*)$/.test(name))
      delete process.env[name]
  }
  Object.assign(process.env, { DEMO: '1', DATA_DIR: '.demo', HOST: '127.0.0.1' })
  // So that the address and the accounts stay the last lines on the terminal.
  process.env.LOG_LEVEL ||= 'warn'
}

export const serverPort = () => Number(process.env.PORT || 3000)
