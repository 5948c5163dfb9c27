/** The categories that a new site begins with: without any, nobody could publish. */
import type { CategoryInput } from '@shiliu/contract/categories'
import type { Ctx } from '#deps.ts'
import { findMark, insertMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import * as repo from './categories.repo.ts'
import { createCategories, listCategories } from './categories.service.ts'

export const FIRST_CATEGORIES: readonly CategoryInput[] = [
  { name: '学习', category_title: 'study' },
  { name: '校园', category_title: 'campus' },
  { name: '情感', category_title: 'emotion' },
  { name: '兴趣', category_title: 'interest' },
  { name: '生活', category_title: 'life' },
  { name: '社交', category_title: 'social' },
  { name: '求助', category_title: 'help' },
  { name: '观点', category_title: 'opinion' },
  { name: '毕业', category_title: 'graduation' },
  { name: '职场', category_title: 'career' },
]

/** Once in the life of a site, and only if it has neither categories nor notes then; returns whether it did. */
export async function createFirstCategories(ctx: Ctx): Promise<boolean> {
  if ((await findMark(ctx.db, 'first-categories')) !== undefined) return false
  return tx(ctx, async (t) => {
    // First, so that processes which start together wait for each other here.
    if (!(await insertMark(t.db, 'first-categories', 1))) return false
    if (await repo.hasCategoriesOrPosts(t.db)) return false
    await createCategories(t, FIRST_CATEGORIES)
    return true
  })
}

/** Whether the site still has exactly the categories that it began with. */
export async function hasFirstCategories(ctx: Ctx): Promise<boolean> {
  const names = (await listCategories(ctx)).map(({ name }) => name)
  return names.length === FIRST_CATEGORIES.length && FIRST_CATEGORIES.every(({ name }) => names.includes(name))
}
