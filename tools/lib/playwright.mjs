import { bin, run } from './run.mjs'

export async function runPlaywright(/** @type {string[]} */ args = []) {
  const seeded = await run(process.execPath, ['e2e/support/seed.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (seeded !== 0) return seeded
  // Without a UTF-8 locale Chromium has no names for files with Chinese ones.
  const env = { ...process.env, LC_ALL: process.env.LC_ALL || process.env.LANG || 'C.UTF-8' }
  return run(process.execPath, [bin('@playwright/test', 'e2e'), 'test', '-c', 'e2e', ...args], { env })
}
