/** What the tests of exports of people's data share. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as dataExport from '@shiliu/contract/data-export'
import { fromBufferPromise } from 'yauzl'
import { keyOfUrl } from '#platform/images/presets.ts'
import { makeUser, storePicture, type TestUser } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

export const going = () => new AbortController().signal

export async function unzip(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

/** A picture of noise, of which a few fill several parts. */
export async function largePicture({ ctx }: TestApp, owner: TestUser, megabytes: number): Promise<string> {
  const { url } = await storePicture(ctx, owner.id, await smallFile(megabytes))
  const key = keyOfUrl(url) ?? ''
  const body = randomBytes(megabytes * 1024 * 1024)
  await ctx.storage.put(`${key}-detail.webp`, body, 'image/webp')
  return `pictures/${key.slice(3)}.webp`
}

export const request = (test: TestApp, { token }: TestUser) => test.call(dataExport.request, { token })
export const stateOf = async (test: TestApp, { token }: TestUser) =>
  (await test.ok(dataExport.get, { token })).export?.state

export async function fetchFile(test: TestApp, { token }: TestUser) {
  const { url } = await test.ok(dataExport.link, { token })
  return test.app.inject({ url })
}

/** All parts of exports that are stored in the folder. */
export async function partsOnDisk({ ctx }: TestApp): Promise<string[]> {
  const names = await readdir(join(ctx.config.dataDir, 'exports')).catch(() => [])
  return names.filter((name) => !name.startsWith('.'))
}

export async function stage(settings: Record<string, string> = {}) {
  const test = await createTestApp(settings)
  const ann = await makeUser(test.ctx, { nickname: '安安' })
  const bob = await makeUser(test.ctx, { nickname: '鲍勃' })
  return { test, ann, bob }
}
