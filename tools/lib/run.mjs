import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository, wherever the command was called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** One line of progress. */
export const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

/**
 * Ends this process when the npm that started it ends: npm tells only its shell, and the shell does not pass it on, so a
 * stopped `npm start` would leave a server behind.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/**
 * Runs a child with our own terminal and answers its exit code. When we are told to stop, the child is told too, and we
 * go once it has gone.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    let stopped = 0
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = 128 + constants.signals[signal]
      // Ctrl-C in a terminal reaches the child by itself; a second one would make it drop everything.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    for (const signal of signals) process.on(signal, stop)
    const leave = () => {
      for (const signal of signals) process.off(signal, stop)
    }
    child.on('error', (error) => {
      leave()
      if (error.name === 'AbortError') resolve(0)
      else reject(error)
    })
    child.on('close', (code, signal) => {
      leave()
      if (stopped) process.exit(stopped)
      resolve(code ?? (signal ? 128 + constants.signals[signal] : 1))
    })
  })
}

/** Runs npm: the one that started us, so that no shell is needed on Windows. */
export function npm(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env = process.env) {
  const self = process.env.npm_execpath
  if (self && /npm-cli\.c?js$/.test(self)) return run(process.execPath, [self, ...args], { env })
  return run('npm', args, { env, shell: process.platform === 'win32' })
}

/** The script behind a package's command, as the workspace `from` sees it. Throws when it is not installed. */
export function bin(/** @type {string} */ name, from = '.') {
  const manifest = createRequire(join(root, from, 'package.json')).resolve(`${name}/package.json`)
  const { bin: bins } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), typeof bins === 'string' ? bins : Object.values(bins)[0])
}
