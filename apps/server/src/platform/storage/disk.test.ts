import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskStorage, uploadsDir } from './disk.ts'
import { putAll, type Storage, unlistedKey } from './storage.ts'

const KEY = 'ab/ab12-card.webp'
const TYPE = 'image/webp'

let dataDir: string
let storage: Storage

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'disk-storage-'))
  storage = diskStorage({ dataDir })
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** All files below the data folder, including temporary ones. */
async function filesLeft(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('files', () => {
  it('are stored below uploads, replaced and removed', async () => {
    await storage.put(KEY, Buffer.from('one'), TYPE)
    await storage.put(KEY, Buffer.from('two'), TYPE)
    expect(await readFile(join(uploadsDir({ dataDir }), KEY), 'utf8')).toBe('two')
    expect(await filesLeft()).toEqual(['ab12-card.webp'])
    await storage.remove([KEY, 'cd/cd34-card.webp', KEY])
    expect(await filesLeft()).toEqual([])
  })

  it('are read back and listed by folder, without what is being written', async () => {
    expect([await storage.get(KEY), await storage.list('ab')]).toEqual([null, []])
    await storage.put(KEY, Buffer.from('one'), TYPE)
    await storage.put('cd/cd34-card.webp', Buffer.from('three'), TYPE)
    await writeFile(join(uploadsDir({ dataDir }), 'ab', '.partial'), '')
    expect(String(await storage.get(KEY))).toBe('one')
    expect(await storage.list('ab')).toEqual([{ key: KEY, size: 3, changedAt: expect.any(Number) }])
  })

  it('can be written concurrently', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `ab/ab${n}-card.webp`)
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key), TYPE)))
    expect((await filesLeft()).length).toBe(20)
  })

  it('are never left half-written by a failed write', async () => {
    // A file occupies the path of the key's folder.
    await storage.put(KEY, Buffer.from('one'), TYPE)
    await writeFile(join(uploadsDir({ dataDir }), 'cd'), '')
    await expect(storage.put('cd/cd34-card.webp', Buffer.from('two'), TYPE)).rejects.toThrow()
    expect((await filesLeft()).sort()).toEqual(['ab12-card.webp', 'cd'])
  })
})

it('tells of an unlisted file without reading it', async () => {
  const key = unlistedKey('a'.repeat(64), 1)
  expect(await storage.unlisted.has(key)).toBe(false)
  await storage.unlisted.put(key, Buffer.from('one'))
  expect(await storage.unlisted.has(key)).toBe(true)
  expect(await storage.unlisted.has(unlistedKey('a'.repeat(64), 2))).toBe(false)
  // Of the disk itself, not of the file.
  await writeFile(join(dataDir, 'file'), '')
  await expect(diskStorage({ dataDir: join(dataDir, 'file') }).unlisted.has(key)).rejects.toThrow('ENOTDIR')
  await expect(storage.unlisted.has('exports/../secret')).rejects.toThrow('Not a key of an unlisted file')
})

describe('keys', () => {
  it.each([
    '../secret.webp',
    'ab/../../secret.webp',
    'ab/..',
    '/etc/passwd',
    'ab\\..\\secret.webp',
    'ab/a%2e%2e.webp',
    'ab/a.webp\0.png',
    'ab/a.webp\n',
    'ab/cd/ef.webp',
    '.tmp/a.webp',
    '',
  ])('%j is rejected everywhere', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), TYPE)).rejects.toThrow('Not a storage key')
    await expect(storage.remove([KEY, key])).rejects.toThrow('Not a storage key')
    expect(() => storage.url(key)).toThrow('Not a storage key')
    expect(storage.owns(`/uploads/${key}`)).toBe(false)
  })

  it('map to URLs and back', () => {
    expect(storage.url(KEY)).toBe(`/uploads/${KEY}`)
    expect(storage.owns(`/uploads/${KEY}`)).toBe(true)
    for (const foreign of [`https://evil.example/uploads/${KEY}`, `/uploads/${KEY}?x`, `/uploads${KEY}`, KEY, '']) {
      expect(storage.owns(foreign), foreign).toBe(false)
    }
  })
})

describe('putAll', () => {
  const files = ['card', 'detail', 'full'].map((size) => ({
    key: `ab/ab12-${size}.webp`,
    body: Buffer.from(size),
    contentType: TYPE,
  }))

  it('stores all files', async () => {
    await putAll(storage, files)
    expect((await filesLeft()).length).toBe(3)
  })

  it('removes all files when one fails, and throws its error', async () => {
    const full: Storage = {
      ...storage,
      put: (key, ...rest) =>
        key.includes('full') ? Promise.reject(new Error('disk full')) : storage.put(key, ...rest),
    }
    await expect(putAll(full, files)).rejects.toThrow('disk full')
    expect(await filesLeft()).toEqual([])
  })
})
