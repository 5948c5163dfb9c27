/** Where the demo's texts and pictures lie: apps/server/demo, seen from src/demo and from the bundle in dist alike. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

function demoDir(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = ['../demo', '../../demo'].map((way) => join(here, way)).find((dir) => existsSync(join(dir, 'texts')))
  if (!found) throw new Error('The demo content (apps/server/demo) is not beside this program')
  return found
}

/** A file of texts, by its name without `.json`. */
export function readTexts(name: string): unknown {
  return JSON.parse(readFileSync(join(demoDir(), 'texts', `${name}.json`), 'utf8'))
}

const pictureIndex = z.array(z.object({ file: z.string(), category: z.string() }))
export type DemoPicture = z.output<typeof pictureIndex>[number]

/** The drawn pictures, in the order of their categories. */
export function listPictures(): DemoPicture[] {
  return pictureIndex.parse(JSON.parse(readFileSync(join(demoDir(), 'pictures', 'index.json'), 'utf8')))
}

export function readPicture(folder: 'pictures' | 'avatars', file: string): Promise<Buffer> {
  return readFile(join(demoDir(), folder, file))
}
