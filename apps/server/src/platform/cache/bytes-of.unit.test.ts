import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

let compared: Record<string, number> = {}

beforeAll(async () => {
  const script = fileURLToPath(new URL('../../../test/measured-bytes.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script])
  compared = JSON.parse(stdout)
})

it.each(['ranked matches', 'a few matches', 'titles', 'users', 'tags', 'a Latin text'])(
  'counts %s as what they take',
  (kind) => {
    expect(compared[kind]).toBeGreaterThan(0.7)
    expect(compared[kind]).toBeLessThan(1.8)
  },
)
