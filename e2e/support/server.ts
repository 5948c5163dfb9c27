/** Each Playwright worker has its own server. */
import { join } from 'node:path'

export const firstPort = Number(process.env.E2E_PORT || 3210)
/** Playwright sets it in its workers. */
const worker = Number(process.env.TEST_PARALLEL_INDEX || 0)
const port = firstPort + worker
export const originOf = (serverPort: number) => `http://127.0.0.1:${serverPort}`
export const origin = originOf(port)

export const database = join(import.meta.dirname, `../../.cache/e2e/data-${port}/shiliu.db`)
