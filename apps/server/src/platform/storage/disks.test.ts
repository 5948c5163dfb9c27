import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { ourDisks } from './disks.ts'

const database = { engine: 'mysql', url: 'mysql://elsewhere' } as const
const s3 = { region: '', bucket: 'b', accessKeyId: '', secretAccessKey: '', publicUrl: 'https://b', pathStyle: true }

it('is what df says of the disk', async () => {
  const share = await ourDisks({ dataDir: tmpdir(), s3, database: { engine: 'sqlite', file: 'x' } }).freeShare()
  const [, line = ''] = execFileSync('df', ['-Pk', tmpdir()], { encoding: 'utf8' }).split('\n')
  const used = Number(/(\d+)%/.exec(line)?.[1]) / 100
  expect(Math.abs(1 - used - share)).toBeLessThan(0.02)
})

it('does not matter where pictures and database are elsewhere, or the disk cannot be asked', async () => {
  expect(await ourDisks({ dataDir: '/proc', s3, database }).freeShare()).toBe(1)
  expect(await ourDisks({ dataDir: '/does/not/exist', s3: undefined, database }).freeShare()).toBe(1)
})
