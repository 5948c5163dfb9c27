/** Where backups go: none has its name before it is read back, and what a killed process leaves is removed. */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startS3Double } from '#test/s3-double.ts'
import { backupFolder, type Destination } from './destinations.ts'
import { backupBucket } from './s3-destination.ts'

const HOUR_MS = 3600_000
const NAME = 'shiliu-20260901-040000.tar'

async function folder() {
  const at = await mkdtemp(join(tmpdir(), 'shiliu-folder-'))
  onTestFinished(() => rm(at, { recursive: true }))
  return { at, destination: backupFolder(at, { freeBytes: async () => Number.POSITIVE_INFINITY }) }
}

async function bucket(limits: Parameters<typeof backupBucket>[1] = {}) {
  const double = await startS3Double()
  const keys = { accessKeyId: 'k', secretAccessKey: 's' }
  const options = { endpoint: double.address, region: 'r', bucket: 'b', pathStyle: true, ...keys }
  return { double, destination: await backupBucket(options, limits) }
}

async function write(destination: Destination, bytes: Buffer, name = NAME): Promise<void> {
  const sink = await destination.create(name)
  await sink.write(bytes)
  await sink.finish()
}

const namesIn = async (destination: Destination) => (await destination.list()).map(({ name }) => name)

it.each([
  ['a folder', folder],
  ['a bucket', bucket],
])('gives the name in %s only once it was read back', async (_, open) => {
  const { destination } = await open()
  const bytes = Buffer.from('of a site')
  await write(destination, bytes)
  expect(await namesIn(destination)).toEqual([])
  expect((await buffer(destination.readBack(NAME))).equals(bytes)).toBe(true)
  await destination.keep(NAME)
  expect(await destination.list()).toEqual([{ name: NAME, bytes: bytes.length }])
  expect((await buffer(destination.read(NAME))).equals(bytes)).toBe(true)
  await expect(buffer(destination.readBack(NAME))).rejects.toThrow()

  await write(destination, bytes, 'shiliu-20260902-040000.tar')
  await destination.discard('shiliu-20260902-040000.tar')
  expect(await namesIn(destination)).toEqual([NAME])
})

it('goes on in a folder where a process was killed, whatever name was asked for', async () => {
  const { at, destination } = await folder()
  const left = join(at, 'site.tar.partial')
  await writeFile(left, 'of a process that was killed')
  await expect(destination.create('site.tar')).rejects.toThrow('已经有一份同名的 .partial 在写')
  await utimes(left, 0, 0)
  // Of somebody else.
  const other = join(at, 'other.tar.partial')
  await writeFile(other, '')
  await utimes(other, 0, 0)
  await write(destination, Buffer.from('a'), 'site.tar')
  await destination.keep('site.tar')
  expect(readdirSync(at).toSorted()).toEqual(['other.tar.partial', 'site.tar'])
})

it('leaves alone in a folder what another process reads back', async () => {
  const { at, destination } = await folder()
  await write(destination, Buffer.from('a'))
  await utimes(join(at, `${NAME}.partial`), 0, 0)
  for await (const _ of destination.readBack(NAME))
    await (await destination.create('shiliu-20260902-040000.tar')).abort()
  expect((await stat(join(at, `${NAME}.partial`))).size).toBe(1)
})

it('removes from a bucket what was killed more than a day ago, and nothing else', async () => {
  const { double, destination } = await bucket()
  const [old, young] = [Date.now() - 25 * HOUR_MS, Date.now() - 23 * HOUR_MS]
  const body = Buffer.from('x')
  double.objects.set('backups/shiliu-20260830-040000.tar.partial', { body, at: old })
  double.objects.set('backups/shiliu-20260831-040000.tar.partial', { body, at: young })
  double.objects.set('backups/shiliu-20260829-040000.tar', { body, at: old })
  double.objects.set('backups/mine.partial', { body, at: old })
  const parts = new Map([[1, body]])
  double.uploads.set('1', { key: 'backups/shiliu-20260830-040001.tar.partial', at: old, parts })
  // Of a version that gave the name at once.
  double.uploads.set('2', { key: 'backups/shiliu-20260830-040002.tar', at: old, parts })
  double.uploads.set('3', { key: 'backups/shiliu-20260831-040000.tar.partial', at: young, parts })
  double.uploads.set('4', { key: 'backups/mine', at: old, parts })
  double.uploads.set('5', { key: 'elsewhere/shiliu-20260830-040000.tar', at: old, parts })
  await write(destination, body)
  await destination.keep(NAME)
  expect([...double.objects.keys()].toSorted()).toEqual([
    'backups/mine.partial',
    'backups/shiliu-20260829-040000.tar',
    'backups/shiliu-20260831-040000.tar.partial',
    `backups/${NAME}`,
  ])
  expect([...double.uploads.keys()]).toEqual(['3', '4', '5'])
  expect(await namesIn(destination)).toEqual(['shiliu-20260829-040000.tar', NAME])

  double.refuses = (method, query) => method === 'GET' && query.has('uploads')
  await write(destination, body, 'shiliu-20260903-040000.tar')
})

it('leaves no part of a copy in a bucket that is not whole', async () => {
  const { double, destination } = await bucket({ copyBytes: 5 })
  const bytes = Buffer.from('twelve bytes')
  await write(destination, bytes)
  double.refuses = (method, query) => method === 'PUT' && query.get('partNumber') === '2'
  await expect(destination.keep(NAME)).rejects.toThrow('备份的存储桶 b：不让用（AccessDenied）')
  expect([double.uploads.size, await namesIn(destination)]).toEqual([0, []])
  double.refuses = () => false
  double.copiesUpTo = 3
  await expect(destination.keep(NAME)).rejects.toThrow('没有把核对过的备份复制完整')
  expect(await namesIn(destination)).toEqual([])
  double.copiesUpTo = 5
  let told = 0
  await destination.keep(NAME, () => told++)
  expect(told).toBe(3)
  expect((await buffer(destination.read(NAME))).equals(bytes)).toBe(true)
  expect([...double.objects.keys()]).toEqual([`backups/${NAME}`])
})

it('may take longer to read than the bucket has for an answer', async () => {
  const { double, destination } = await bucket({ callMs: 1000 })
  const body = Buffer.alloc(8 * 1024 * 1024, 1)
  double.objects.set(`backups/${NAME}`, { body, at: 0 })
  let bytes = 0
  for await (const chunk of destination.read(NAME)) {
    // Longer than it has.
    if (bytes === 0) await wait(1500)
    bytes += chunk.length
  }
  expect(bytes).toBe(body.length)
})
