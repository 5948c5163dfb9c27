/** What happens once before the server listens: the first administrator, and demo content in demo mode. */
import { randomBytes } from 'node:crypto'
import { type DemoStage, seedDemo } from './demo/seed-demo.ts'
import type { Ctx } from './deps.ts'
import { countAdmins, createAdmin } from './modules/admin/admins.service.ts'
import { ensureIndexed } from './modules/search/reindex.service.ts'
import { AppError } from './platform/errors.ts'

/** Creates an administrator where there is none, with a generated password that is shown this once. */
export async function ensureAdmin(ctx: Ctx): Promise<void> {
  if ((await countAdmins(ctx)) > 0) return
  const password = randomBytes(9).toString('base64url')
  try {
    await createAdmin(ctx, 'admin', password)
  } catch (error) {
    // Another process of the site started at the same moment and shows its own.
    if (error instanceof AppError && error.code === 'admin_taken') return
    throw error
  }
  // Not through the log: whatever its level, a person must see this.
  process.stdout.write(`\n首次启动：已创建管理员 admin，密码 ${password}（只显示这一次，登录地址 /admin/login）\n\n`)
}

const STAGES: Record<DemoStage, string> = {
  pictures: 'demo: storing pictures',
  avatars: 'demo: storing avatars',
  content: 'demo: writing notes and everything around them',
  check: 'demo: checking counters',
}

/** Fills the site with the demo where it has no users; only to be called in demo mode, which listens on loopback only. */
export async function ensureDemo(ctx: Ctx): Promise<void> {
  const start = performance.now()
  const told = new Set<DemoStage>()
  const filled = await seedDemo(ctx, (stage, _done, total) => {
    if (told.has(stage)) return
    told.add(stage)
    ctx.log.info({ total }, STAGES[stage])
  })
  if (filled) ctx.log.info({ seconds: Math.round((performance.now() - start) / 1000) }, 'demo: ready')
}

/** Builds the search index where an upgrade or a restored backup left none; until then nobody would find anything. */
export async function ensureSearch(ctx: Ctx): Promise<void> {
  const start = performance.now()
  if (await ensureIndexed(ctx)) {
    ctx.log.info({ seconds: Math.round((performance.now() - start) / 1000) }, 'search index built')
  }
}
