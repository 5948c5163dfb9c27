/** Run after changing a picture, a preset or the conversion; writes all stored sizes and demo/manifest.json. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processPicture } from '#platform/images/pipeline.ts'
import { PRESETS, SIZES } from '#platform/images/presets.ts'
import { type DemoPicture, demoDir, needsOwnFile, type PictureFolder, readManifest } from './demo-files.ts'

async function prepare(folder: PictureFolder, file: string): Promise<DemoPicture> {
  const original = await readFile(join(demoDir(), folder, file))
  const { width, height, thumbhash, files } = await processPicture(original)
  for (const [index, size] of SIZES.entries()) {
    const body = files[index]?.body
    if (!body || !needsOwnFile(size, { width, height })) continue
    await mkdir(join(demoDir(), folder, size), { recursive: true })
    await writeFile(join(demoDir(), folder, size, file), body)
  }
  return { file, width, height, thumbhash, sha256: createHash('sha256').update(original).digest('hex') }
}

async function prepareAll<T extends { file: string }>(
  folder: PictureFolder,
  pictures: T[],
): Promise<(T & DemoPicture)[]> {
  for (const size of SIZES) await rm(join(demoDir(), folder, size), { recursive: true, force: true })
  const prepared: (T & DemoPicture)[] = []
  for (const picture of pictures) prepared.push({ ...picture, ...(await prepare(folder, picture.file)) })
  return prepared
}

const manifest = readManifest()
const pictures = await prepareAll('pictures', manifest.pictures)
const avatars = await prepareAll('avatars', manifest.avatars)
const line = (picture: object) => `    ${JSON.stringify(picture)}`
const list = (all: object[]) => `[\n${all.map(line).join(',\n')}\n  ]`
const text = `{
  "presets": ${JSON.stringify(PRESETS)},
  "pictures": ${list(pictures)},
  "avatars": ${list(avatars)}
}
`
await writeFile(join(demoDir(), 'manifest.json'), text)
process.stdout.write(`${pictures.length} pictures and ${avatars.length} avatars prepared\n`)
