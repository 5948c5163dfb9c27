/** Reads the demo's texts and pictures from apps/server/demo, both from src/demo and from the bundle in dist. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fitInto, type Pixels } from '@shiliu/contract/pictures'
import { z } from 'zod'
import { ConfigError } from '#platform/config.ts'
import type { ProcessedPicture } from '#platform/images/pipeline.ts'
import { boxOf, PRESETS, type Size, sizesOf } from '#platform/images/presets.ts'

export function demoDir(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = ['../demo', '../../demo'].map((path) => join(here, path)).find((dir) => existsSync(join(dir, 'texts')))
  if (!found) throw new ConfigError('这里没有演示内容（apps/server/demo）：请在源码目录里运行')
  return found
}

export function readTexts(name: string): unknown {
  return JSON.parse(readFileSync(join(demoDir(), 'texts', `${name}.json`), 'utf8'))
}

/** `sha256` is of the original, so that a test can tell outdated sizes. */
const picture = z.object({
  file: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  sha256: z.string(),
})
/** What prepare-pictures.ts writes; `presets` are those that the sizes were made with. */
const manifest = z.object({
  presets: z.record(z.string(), z.unknown()),
  pictures: z.array(picture.extend({ category: z.string(), scene: z.string() })),
  avatars: z.array(picture),
})
export type PictureFolder = 'pictures' | 'avatars'
export type DemoPicture = z.output<typeof picture>
export type Manifest = z.output<typeof manifest>

export function readManifest(): Manifest {
  return manifest.parse(JSON.parse(readFileSync(join(demoDir(), 'manifest.json'), 'utf8')))
}

/** Whether a picture is larger than a size and therefore has a file of its own for it, `<folder>/<size>/<file>`. */
export function needsOwnFile(size: Size, picture: Pixels): boolean {
  const box = boxOf(size, picture)
  return picture.width > box.width || picture.height > box.height
}

/** Converts nothing: sizes that the picture fits into use the original's bytes. */
export async function readPicture(folder: PictureFolder, picture: DemoPicture): Promise<ProcessedPicture> {
  const { file, width, height, thumbhash } = picture
  const read = (size: Size) =>
    readFile(needsOwnFile(size, picture) ? join(demoDir(), folder, size, file) : join(demoDir(), folder, file))
  const files = await Promise.all(
    sizesOf(picture).map(async (size) => ({
      suffix: PRESETS[size].suffix,
      body: await read(size),
      ...fitInto(picture, boxOf(size, picture)),
    })),
  )
  return { width, height, thumbhash, files }
}
