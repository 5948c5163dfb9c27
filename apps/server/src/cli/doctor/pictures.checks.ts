/** Whether rows of pictures and exports have their files, and files their rows. Only reads. */
import type { Db } from '#platform/db/client.ts'
import { fileKeys, keyOfUrl, PRESETS, sizesOf } from '#platform/images/presets.ts'
import { nameOfUnlisted, type Storage } from '#platform/storage/storage.ts'
import * as repo from './doctor.repo.ts'
import { broken, type Finding, ok, remark } from './finding.ts'

const MB = 1024 * 1024
/** Keys begin with one of 256 folders, which is also how much is in memory at once. */
const FOLDERS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
const PAGE = 500
const EXAMPLES = 3
/** A picture's files are stored a little before its row. */
const YOUNG_MS = 10 * 60_000

type Found = { n: number; examples: string[] }
const note = (found: Found, keys: string[]) => {
  found.n += keys.length
  found.examples.push(...keys.slice(0, EXAMPLES - found.examples.length))
}

/** Compares the pictures that have rows with the files of the storage, a folder at a time. */
export async function checkPictures(db: Db, storage: Storage): Promise<Finding[]> {
  const about = '图片'
  const missing: Found = { n: 0, examples: [] }
  const extra: Found = { n: 0, examples: [] }
  let [pictures, extraBytes] = [0, 0]
  for (const folder of FOLDERS) {
    const files = new Map((await storage.list(folder)).map((file) => [file.key, file]))
    const rowless = new Set(files.keys())
    for (let after = ''; ; ) {
      const rows = await repo.listMediaOf(db, folder, after || `${folder}/`, PAGE)
      const last = rows.at(-1)
      if (!last) break
      after = last.media_key
      pictures += rows.length
      const incomplete = rows.filter((row) =>
        sizesOf(row).some((size) => !files.has(row.media_key + PRESETS[size].suffix)),
      )
      if (incomplete.length > 0)
        note(
          missing,
          await stillMissing(
            db,
            storage,
            folder,
            incomplete.map((row) => row.media_key),
          ),
        )
      for (const { media_key } of rows) for (const key of fileKeys(media_key)) rowless.delete(key)
    }
    const old = [...rowless].filter((key) => Date.now() - (files.get(key)?.changedAt ?? 0) > YOUNG_MS)
    const orphans = await withoutRows(db, old)
    note(extra, orphans)
    extraBytes += orphans.reduce((sum, key) => sum + (files.get(key)?.size ?? 0), 0)
  }
  const found: Finding[] = []
  if (missing.n > 0)
    found.push(
      broken(
        about,
        `${missing.n} 张有记录，缺文件，如 ${missing.examples.join('、')}`,
        '从备份把 uploads（或存储桶）里的文件放回来',
      ),
    )
  if (extra.n > 0)
    found.push(
      remark(
        about,
        `${extra.n} 个文件没有记录（${Math.ceil(extraBytes / MB)} MB），如 ${extra.examples.join('、')}`,
        '多半是恢复了旧的数据库；确认不需要就删掉，也可以留着',
      ),
    )
  return found.length > 0 ? found : [ok(about, `${pictures} 张都有文件，没有多余的文件`)]
}

/** Files of people's exports of their data that no row knows: nobody can fetch them, and nothing removes them. */
export async function checkExports(db: Db, storage: Storage): Promise<Finding[]> {
  const old = (await storage.unlisted.list()).filter(({ changedAt }) => Date.now() - changedAt > YOUNG_MS)
  const known = await repo.listExportNames(db, [...new Set(old.map(({ key }) => nameOfUnlisted(key)))])
  const extra = old.filter(({ key }) => !known.has(nameOfUnlisted(key)))
  const [first] = extra
  if (!first) return []
  const bytes = extra.reduce((sum, { size }) => sum + size, 0)
  return [
    remark(
      '导出的数据',
      `${extra.length} 个文件没有记录（${Math.ceil(bytes / MB)} MB），如 ${first.key}`,
      '多半是恢复了旧的数据库；里面是用户打包的个人数据，谁也下载不了，删掉',
    ),
  ]
}

/** What was uploaded or deleted between the two looks is not missing. */
async function stillMissing(db: Db, storage: Storage, folder: string, keys: string[]): Promise<string[]> {
  const rows = new Map(
    (await repo.listMediaOf(db, folder, `${folder}/`, Number.MAX_SAFE_INTEGER)).map((row) => [row.media_key, row]),
  )
  const files = new Set((await storage.list(folder)).map((file) => file.key))
  return keys.filter((key) => {
    const row = rows.get(key)
    return row !== undefined && sizesOf(row).some((size) => !files.has(key + PRESETS[size].suffix))
  })
}

/** Files of pictures that were deleted a moment ago, or that are still to be removed, are no orphans. */
async function withoutRows(db: Db, files: string[]): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < files.length; start += PAGE) {
    const some = files.slice(start, start + PAGE)
    const keys = some.map((file) => keyOfUrl(file) ?? file)
    const { media, removed } = await repo.listKnownKeys(db, keys)
    found.push(...some.filter((_, i) => !media.has(keys[i] ?? '') && !removed.has(keys[i] ?? '')))
  }
  return found
}
