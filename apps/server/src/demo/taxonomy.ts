import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import { chunks } from '#platform/db/rows.ts'
import type { DemoTexts } from './texts.ts'

export type Taxonomy = { categoryId(title: string): number; tagId(name: string): number }

export async function ensureTaxonomy(t: Ctx, texts: Pick<DemoTexts, 'categories' | 'tags'>): Promise<Taxonomy> {
  const categoryIds = new Map(
    (await categories.listCategories(t)).map(({ category_title, id }) => [category_title, id]),
  )
  for (const category of texts.categories.filter(({ category_title }) => !categoryIds.has(category_title))) {
    categoryIds.set(category.category_title, (await categories.createCategory(t, category)).id)
  }
  const tagIds = new Map<string, number>()
  for (const names of chunks(texts.tags, 100)) {
    const ids = await tags.ensureTags(t, names)
    for (const [index, name] of names.entries()) tagIds.set(name, ids[index] ?? 0)
  }
  return { categoryId: (title) => requireId(categoryIds, title), tagId: (name) => requireId(tagIds, name) }
}

function requireId(ids: Map<string, number>, name: string): number {
  const id = ids.get(name)
  if (!id) throw new Error(`The demo's texts name an unknown category or tag: ${name}`)
  return id
}
