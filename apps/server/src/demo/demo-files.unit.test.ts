import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { processPicture } from '#platform/images/pipeline.ts'
import { PRESETS } from '#platform/images/presets.ts'
import { demoDir, readManifest, readPicture } from './demo-files.ts'

// Where one of these fails after a change of pictures, presets or conversion:
// node apps/server/src/demo/prepare-pictures.ts
const manifest = readManifest()

it('was prepared with the current presets', () => {
  expect(manifest.presets).toEqual(PRESETS)
})

describe.each(['pictures', 'avatars'] as const)('the prepared %s', (folder) => {
  it('belong to the current originals', async () => {
    for (const { file, sha256 } of manifest[folder]) {
      const original = await readFile(join(demoDir(), folder, file))
      expect([file, createHash('sha256').update(original).digest('hex')]).toEqual([file, sha256])
    }
  })

  it('have WebP files of the right dimensions in all sizes, without metadata', async () => {
    for (const picture of manifest[folder]) {
      const { files, width, height } = await readPicture(folder, picture)
      expect(files.at(-1)).toMatchObject({ width, height })
      for (const { suffix, body, ...size } of files) {
        const actual = await sharp(body).metadata()
        expect([picture.file, suffix, actual.format, actual.width, actual.height]).toEqual([
          picture.file,
          suffix,
          'webp',
          size.width,
          size.height,
        ])
        expect({ exif: actual.exif, xmp: actual.xmp, icc: actual.icc }).toEqual({})
      }
    }
  })

  it('equal what an upload of the original gives, besides bytes', async () => {
    const [picture] = manifest[folder]
    if (!picture) throw new Error('no picture')
    const uploaded = await processPicture(await readFile(join(demoDir(), folder, picture.file)))
    const facts = ({ files, ...rest }: typeof uploaded) => ({ ...rest, files: files.map(({ body, ...size }) => size) })
    expect(facts(await readPicture(folder, picture))).toEqual(facts(uploaded))
  })
})
