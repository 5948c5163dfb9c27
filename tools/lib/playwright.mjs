import { bin, run } from './run.mjs'

export async function runPlaywright(/** @type {string[]} */ args = []) {
  const seeded = await run(process.execPath, ['e2e/support/seed.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (seeded !== 0) return seeded
  return run(process.execPath, [bin('@playwright/test', 'e2e'), 'test', '-c', 'e2e', ...args])
}
