/** What a server makes sure of before it listens: an administrator, categories, demo content. */
import { type DemoStage, seedDemo } from './demo/seed-demo.ts'
import type { Ctx } from './deps.ts'
import { isImporting } from './import/import.repo.ts'
import { countAdmins, createAdmin } from './modules/admin/admins.service.ts'
import { beginSetup } from './modules/admin/setup.service.ts'
import { createFirstCategories } from './modules/categories/first-categories.service.ts'
import { ConfigError } from './platform/config.ts'
import { AppError } from './platform/errors.ts'
import { generatePassword } from './platform/passwords.ts'

/**
 * Throws `ConfigError` where an import from another site was interrupted: what people wrote now would take the ids of
 * what is still to come.
 */
export async function refuseHalfImport({ db }: Ctx): Promise<void> {
  if (!(await isImporting(db))) return
  throw new ConfigError(
    'An import from another site was interrupted. Run the same `npm run cli -- import` again, which goes on, then start.',
  )
}

/** Creates the first administrator and prints the password. */
export async function ensureAdmin(ctx: Ctx): Promise<void> {
  if ((await countAdmins(ctx)) > 0) return
  const password = generatePassword()
  try {
    await beginSetup(ctx, await createAdmin(ctx, 'admin', password, 'owner'))
  } catch (error) {
    // Another process of the site created it at the same moment.
    if (error instanceof AppError && error.code === 'admin_taken') return
    throw error
  }
  // Printed regardless of the log level, since it is shown only once.
  process.stdout.write(`\n首次启动：已创建管理员 admin，密码 ${password}（只显示这一次，登录地址 /admin/login）\n\n`)
}

/** Creates the categories of a new site, without which nobody could publish. */
export async function ensureCategories(ctx: Ctx): Promise<void> {
  if (await createFirstCategories(ctx)) ctx.log.info('first start: categories created')
}

const STAGES: Record<DemoStage, string> = {
  pictures: 'demo: storing pictures',
  avatars: 'demo: storing avatars',
  content: 'demo: writing notes and everything around them',
  check: 'demo: checking counters',
}

/** Fills an empty demo, saying in the log how far it has come. */
export async function ensureDemo(ctx: Ctx): Promise<void> {
  const start = performance.now()
  const logged = new Set<DemoStage>()
  const filled = await seedDemo(ctx, (stage, _done, total) => {
    if (logged.has(stage)) return
    logged.add(stage)
    ctx.log.info({ total }, STAGES[stage])
  })
  if (filled) ctx.log.info({ seconds: Math.round((performance.now() - start) / 1000) }, 'demo: ready')
}
