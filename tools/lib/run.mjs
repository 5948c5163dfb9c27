import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

/** Ends this process when its npm ends. npm signals only its shell, so stopping `npm start` would leave the server. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * Returns the exit code of a child on this terminal. Passes signals on; after one, exits when the child has exited.
 * @param {string} command @param {string[]} args @param {SpawnOptions} [options] @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let stopped = 0
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = 128 + constants.signals[signal]
      // The terminal sends Ctrl-C to the child, too. A second signal would make it drop its open requests.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    // Before the spawn, since a signal in between would end this process alone.
    for (const signal of signals) process.on(signal, stop)
    const removeListeners = () => {
      for (const signal of signals) process.off(signal, stop)
    }
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', (error) => {
      removeListeners()
      if (error.name === 'AbortError') resolve(0)
      else reject(error)
    })
    child.on('close', (code, signal) => {
      removeListeners()
      if (stopped) process.exit(stopped)
      resolve(code ?? (signal ? 128 + constants.signals[signal] : 1))
    })
  })
}

/** Prefers the npm that runs this script: it needs no shell. @param {string[]} args @param {SpawnOptions} [options] */
export function npm(args, options = {}) {
  const self = process.env.npm_execpath
  if (self && /npm-cli\.c?js$/.test(self)) return run(process.execPath, [self, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** Path of a package's command, resolved from workspace `from`. Throws if it is not installed. */
export function bin(/** @type {string} */ name, from = '.') {
  const manifest = createRequire(join(root, from, 'package.json')).resolve(`${name}/package.json`)
  const { bin: bins } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), typeof bins === 'string' ? bins : Object.values(bins)[0])
}

/** Arguments to run a TypeScript file. Node 22 warns that this is experimental. */
export const typescript = (/** @type {string} */ file) => ['--disable-warning=ExperimentalWarning', file]
