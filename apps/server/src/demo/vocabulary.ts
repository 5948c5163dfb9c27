/** Categories and tags that made-up notes need, created where missing. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import { chunks } from '#platform/db/rows.ts'
import type { DemoTexts } from './texts.ts'

export type Vocabulary = { categoryId(title: string): number; tagId(name: string): number }

/** Belongs inside a transaction. */
export async function ensureVocabulary(t: Ctx, texts: Pick<DemoTexts, 'categories' | 'tags'>): Promise<Vocabulary> {
  const known = new Map((await categories.listCategories(t)).map(({ category_title, id }) => [category_title, id]))
  for (const category of texts.categories.filter(({ category_title }) => !known.has(category_title))) {
    known.set(category.category_title, (await categories.createCategory(t, category)).id)
  }
  const tagIds = new Map<string, number>()
  for (const names of chunks(texts.tags, 100)) {
    const ids = await tags.useTags(t, names)
    for (const [index, name] of names.entries()) tagIds.set(name, ids[index] ?? 0)
  }
  return { categoryId: (title) => require(known, title), tagId: (name) => require(tagIds, name) }
}

function require(ids: Map<string, number>, name: string): number {
  const id = ids.get(name)
  if (!id) throw new Error(`The demo's texts name what is not there: ${name}`)
  return id
}
