/** Where the server under test listens and keeps its data. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const port = Number(process.env.E2E_PORT || 3210)
export const origin = `http://127.0.0.1:${port}`

const root = fileURLToPath(new URL('../..', import.meta.url))
export const database = join(root, `.cache/e2e/data-${port}/shiliu.db`)
