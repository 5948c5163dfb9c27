import { randomBytes } from 'node:crypto'
import { UPLOAD } from '@shiliu/contract/limits'
import { describe, expect, it } from 'vitest'
import { fileAt, withoutFiles } from './embedded-files.ts'
import type { UploadedFile } from './multipart.ts'

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = 1000) {
  const files: UploadedFile[] = []
  const left: Buffer[] = []
  for await (const piece of withoutFiles(inPieces(text, size), files)) left.push(piece)
  return { json: Buffer.concat(left).toString(), files }
}

const bytes = (size: number) => randomBytes(size)

describe('files in a JSON body', () => {
  it.each([1, 7, 100, 65_536])('are taken out of it in pieces of %i bytes, and all else stays', async (size) => {
    const [first, second] = [bytes(1500), bytes(3001)]
    const body = {
      名字: '引号 " 反斜杠 \\ 换行 \n 表情 🍎',
      images: [first.toString('base64'), 'c2hvcnQ=', `data:image/png;base64,${second.toString('base64')}`],
      last: ['\\', '\\"', ''],
    }
    const { json, files } = await read(JSON.stringify(body), size)
    const left = JSON.parse(json)
    expect({ ...left, images: [] }).toEqual({ ...body, images: [] })
    expect(left.images[1]).toBe('c2hvcnQ=')
    expect(fileAt(left.images[0], files)?.body?.equals(first)).toBe(true)
    expect(fileAt(left.images[2], files)?.body?.equals(second)).toBe(true)
    expect(fileAt(left.images[1], files)).toBeUndefined()
  })

  it('take little more memory than they hold, before any garbage is collected', async () => {
    const picture = bytes(5_000_000).toString('base64')
    const text = JSON.stringify({ images: Array(8).fill(picture) })
    const body = Buffer.from(text)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const files: UploadedFile[] = []
    async function* watched() {
      for (let at = 0; at < body.length; at += 65_536) {
        yield body.subarray(at, at + 65_536)
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      }
    }
    for await (const _ of withoutFiles(watched(), files));
    const held = files.reduce((sum, file) => sum + (file.body?.length ?? 0), 0)
    expect(held).toBe(40_000_000)
    expect(most).toBeLessThan(1.3 * held)
  })

  it.each([1, 5, 1000])('may have escaped slashes, in pieces of %i bytes', async (size) => {
    const file = Buffer.alloc(3000, 0xff)
    const { files } = await read(`{"images":["${file.toString('base64').replaceAll('/', '\\/')}"]}`, size)
    expect(files[0]?.body?.equals(file)).toBe(true)
  })

  it('are no pictures where they are no base64', async () => {
    for (const wrong of ['不是', 'ab-_', 'a=b', '\\n', '\\"', '\\u0041']) {
      const { files, json } = await read(`["${'A'.repeat(2000)}${wrong}${'A'.repeat(2000)}"]`)
      expect([wrong, String(files[0]?.body)]).toEqual([wrong, 'no base64'])
      expect(JSON.parse(json)).toEqual(['\u00000'])
    }
  })

  it('are not kept beyond the limit', async () => {
    const { files } = await read(`["${'A'.repeat(4 * UPLOAD.fileMax)}"]`, 65_536)
    expect(files).toEqual([{ name: '', body: null }])
  })

  it('leave broken JSON broken', async () => {
    for (const broken of ['{"images":["abc', '{"images', '"\\', `["${'A'.repeat(3000)}`]) {
      const { json } = await read(broken)
      expect(() => JSON.parse(json)).toThrow(SyntaxError)
    }
  })
})
