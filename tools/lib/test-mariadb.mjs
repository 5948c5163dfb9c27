// A MariaDB for one run of the tests. In memory where there is room: a server on a disk waits for it at each commit.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { portOpen } from './services.mjs'

const START_SECONDS = 30
const MEMORY = '/dev/shm'
/** All databases of a run take about a third of it. */
const MEMORY_MIN = 3 * 2 ** 30

/** Starts it, to be killed when this process exits. Returns its address, undefined where MariaDB is not installed. */
export async function startTestMariadb() {
  const [mariadbd, install] = [find('mariadbd'), find('mariadb-install-db')]
  if (!mariadbd || !install) return undefined
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'shiliu-mariadb-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  // As root, it starts only if told so.
  const common = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])]
  await promisify(execFile)(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const port = await freePort()
  const own = [`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`, `--port=${port}`]
  const server = spawn(mariadbd, [...common, ...own, '--bind-address=127.0.0.1'], { stdio: 'ignore' })
  server.unref()
  process.prependOnceListener('exit', () => server.kill('SIGKILL'))
  for (let left = START_SECONDS * 5; left > 0 && server.exitCode === null; left--) {
    if (await portOpen(port)) return `mysql://root@127.0.0.1:${port}`
    await wait(200)
  }
  throw new Error(`${mariadbd} does not answer on port ${port}`)
}

/** @returns {string | undefined} */
function find(/** @type {string} */ name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/libexec']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > MEMORY_MIN
  } catch {
    return false
  }
}

/** @returns {Promise<number>} */
function freePort() {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
