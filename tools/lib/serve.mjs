import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// By the whole module: a name that Node 18 lacks would end it before it fetches another (ensure-node.mjs).
import tls from 'node:tls'
import { root, say } from './run.mjs'

/** Loads `.env`, which does not override variables that are set. */
export function loadSettings() {
  const before = process.env.NODE_EXTRA_CA_CERTS
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (before || !certificates || trust(certificates)) return
  say(`NODE_EXTRA_CA_CERTS：${certificates} 读不了，或者不是 PEM 格式的证书`)
  process.exit(1)
}

/**
 * Trusts the certificates of a file, too: Node reads NODE_EXTRA_CA_CERTS when it starts, before `.env`. False where it
 * is no such file.
 * @param {string} file
 */
export function trust(file) {
  try {
    const text = readFileSync(file, 'utf8')
    const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
    if (!found) return false
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...found])
    return true
  } catch {
    return false
  }
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

/**
 * For glibc, which reads them when a process starts. An arena per thread keeps what all threads together need at most,
 * and blocks above 128 kB, such as bodies and pictures, would not go back to the system once one was freed.
 */
export const memorySettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Starts this process anew with them where they are unset; its id, arguments and terminal stay. Call it first. */
export function restartWithMemorySettings() {
  const env = { ...memorySettings, ...process.env }
  const isSet = Object.keys(memorySettings).every((name) => name in process.env)
  if (isSet || process.platform !== 'linux' || !process.execve) return
  const args = /** @type {[string, ...string[]]} */ (process.argv)
  process.execve(process.execPath, [process.argv0, ...process.execArgv, ...args.slice(1)], env)
}

export const serverPort = () => Number(process.env.PORT || 3000)
