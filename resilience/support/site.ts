/** A small site with people who are signed in, made directly in its database. */
import type { Ctx } from '../../apps/server/src/deps.ts'
import { openSession } from '../../apps/server/src/modules/auth/sessions.service.ts'
import { createCategory } from '../../apps/server/src/modules/categories/categories.service.ts'
import { createPost } from '../../apps/server/src/modules/posts/post-mutations.service.ts'
import { createUser } from '../../apps/server/src/modules/users/users.service.ts'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { writeSettings } from '../../apps/server/src/platform/db/settings.ts'
import { tx } from '../../apps/server/src/platform/db/tx.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { openResources } from '../../apps/server/src/resources.ts'

export type Person = { id: number; token: string }
export type SmallSite = { people: Person[]; notes: number[] }

/** Works in the site's database, beside its nodes. */
export async function withSite<R>(env: Record<string, string>, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  const resources = await openResources(loadConfig(env), { log: createLog('silent') })
  try {
    return await work(resources.ctx)
  } finally {
    await resources.close()
  }
}

/** Accounts with tokens, a category and notes, within limits that nobody reaches. */
export function makeSite(env: Record<string, string>, people: number, notes: number): Promise<SmallSite> {
  return withSite(env, async (ctx) => {
    const site: SmallSite = { people: [], notes: [] }
    // A few people write as much as hundreds.
    const changes = {
      comments_per_minute: 100_000,
      reactions_per_minute: 100_000,
      upload_megapixels_per_day: 1_000_000,
    }
    await tx(ctx, (t) =>
      writeSettings(t, { changes, reset: [] }, { username: 'resilience', updated_at: t.clock.now() }),
    )
    for (let i = 0; i < people; i++) {
      const user_id = `person${i}`
      const id = await createUser(ctx, { user_id, nickname: `同学${i}`, password_hash: 'none' })
      const { access_token } = await openSession(ctx, { role: 'user', id }, 'resilience')
      site.people.push({ id, token: access_token })
    }
    const { id: category_id } = await createCategory(ctx, { name: '校园', category_title: 'campus' })
    for (let i = 0; i < notes; i++) {
      const author = site.people[i % people]?.id ?? 0
      const note = { title: `第${i}篇`, content: '正文', category_id, is_draft: false, images: [] }
      site.notes.push(await createPost(ctx, author, note))
    }
    return site
  })
}
