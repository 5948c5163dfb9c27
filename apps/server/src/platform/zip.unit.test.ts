import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type ZipEntry, zipParts } from './zip.ts'

const options = { partBytes: 100_000, mtime: new Date('2026-09-01') }

async function* each(entries: ZipEntry[]) {
  yield* entries
}

it('writes parts of one size, of which the whole is the archive', async () => {
  const noise = randomBytes(250_000)
  async function* lines() {
    for (let n = 0; n < 1000; n++) yield Buffer.from(`第 ${n} 行\n`)
  }
  const entries = [
    { name: 'lines.txt', content: lines() },
    { name: 'noise.bin', content: [noise], packed: true },
    { name: 'nothing.txt', content: [] },
  ]
  const parts: Buffer[] = []
  for await (const part of zipParts(each(entries), options)) parts.push(part)
  expect(parts.slice(0, -1).map(({ length }) => length)).toEqual([100_000, 100_000])
  const zip = await fromBufferPromise(Buffer.concat(parts))
  const found: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    found[entry.fileName] = Buffer.concat(chunks)
  }
  expect(found['noise.bin']?.equals(noise)).toBe(true)
  expect(found['lines.txt']?.toString()).toMatch(/^第 0 行\n.*第 999 行\n$/s)
  expect(found['nothing.txt']).toHaveLength(0)
})

it('reads on only as parts are taken, and no more once nobody takes them', async () => {
  let read = 0
  let ended = false
  async function* endless() {
    try {
      for (;;) {
        read += 1
        yield { name: `${read}.bin`, content: [randomBytes(50_000)], packed: true }
      }
    } finally {
      ended = true
    }
  }
  for await (const _ of zipParts(endless(), options)) break
  expect(read).toBeLessThan(20)
  expect(ended).toBe(true)
})

it('fails as an entry does', async () => {
  async function* broken() {
    yield Buffer.from('a')
    throw new Error('no more')
  }
  const all = async () => {
    for await (const _ of zipParts(each([{ name: 'a.txt', content: broken() }]), options));
  }
  await expect(all()).rejects.toThrow('no more')
  async function* none(): AsyncGenerator<ZipEntry> {
    yield { name: 'a.txt', content: [Buffer.from('a')] }
    throw new Error('no entry')
  }
  const failing = async () => {
    for await (const _ of zipParts(none(), options));
  }
  await expect(failing()).rejects.toThrow('no entry')
})
