import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { root } from './run.mjs'

export function portOpen(/** @type {number} */ port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 })
    const answer = (/** @type {boolean} */ open) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}

/** Address without a database name; `missing` is the reason why it cannot be used. Needs installed packages. */
export async function testMysql() {
  const url = (process.env.TEST_MYSQL_URL || 'mysql://root@127.0.0.1:3306').replace(/\/$/, '')
  try {
    const mysql = createRequire(join(root, 'apps/server/package.json'))('mysql2/promise')
    const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
    await connection.end()
    return { url, missing: undefined }
  } catch (error) {
    return { url, missing: error instanceof Error ? error.message || String(error) : String(error) }
  }
}

export function testRedis() {
  const url = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379'
  const { hostname, port } = new URL(url)
  return new Promise((/** @type {(found: { url: string, missing?: string }) => void} */ resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 3000 })
    const answer = (/** @type {string | undefined} */ missing) => {
      socket.destroy()
      resolve({ url, missing })
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    // Redis may also answer that it needs a password.
    socket.once('data', (data) => answer(/^[+-]/.test(String(data)) ? undefined : 'not a Redis server'))
    socket.once('timeout', () => answer('no answer'))
    socket.once('error', (error) => answer(error.message || String(error)))
  })
}
