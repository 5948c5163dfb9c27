import { readdir } from 'node:fs/promises'
import { uploadsDir } from '#platform/storage/disk.ts'
import type { TestApp } from './test-app.ts'

/** How many pictures the database knows, and how many files there are of them (three each). */
export async function storedMedia(test: TestApp): Promise<{ rows: number; files: number }> {
  const files = await readdir(uploadsDir(test.ctx.config), { recursive: true, withFileTypes: true })
  const rows = await test.ctx.db.selectFrom('media').select('id').execute()
  return { rows: rows.length, files: files.filter((file) => file.isFile()).length }
}
