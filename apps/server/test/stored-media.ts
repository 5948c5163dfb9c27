import { readdir } from 'node:fs/promises'
import { uploadsDir } from '#platform/storage/disk.ts'
import type { TestApp } from './test-app.ts'

/** Number of pictures in the database, and of their files (two of a small one). */
export async function storedMedia(test: TestApp): Promise<{ rows: number; files: number }> {
  const files = await readdir(uploadsDir(test.ctx.config), { recursive: true, withFileTypes: true })
  const rows = await test.ctx.db.selectFrom('media').select('id').execute()
  return { rows: rows.length, files: files.filter((file) => file.isFile()).length }
}
