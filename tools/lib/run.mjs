import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Prints one line of progress. */
export const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

/**
 * Ends this process when the npm that started it ends. npm sends signals to its shell only, which does not pass them on:
 * without this, stopping `npm start` would leave the server running.
 */
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
 * Runs a child on this terminal and returns its exit code. Passes on signals; after one, exits once the child has.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let stopped = 0
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = 128 + constants.signals[signal]
      // The terminal sends Ctrl-C to the whole group: a second one would make the child drop its open requests.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    // Before the child runs: a signal in between would end this process alone.
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

/**
 * Runs npm: the one that started this command where there is one, since that needs no shell on Windows.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function npm(args, options = {}) {
  const self = process.env.npm_execpath
  if (self && /npm-cli\.c?js$/.test(self)) return run(process.execPath, [self, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** Path of the script behind a package's command, resolved from workspace `from`. Throws when it is not installed. */
export function bin(/** @type {string} */ name, from = '.') {
  const manifest = createRequire(join(root, from, 'package.json')).resolve(`${name}/package.json`)
  const { bin: bins } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), typeof bins === 'string' ? bins : Object.values(bins)[0])
}

/** Arguments with which Node runs a TypeScript file. Node 22 warns that this is experimental. */
export const typescript = (/** @type {string} */ file) => ['--disable-warning=ExperimentalWarning', file]
