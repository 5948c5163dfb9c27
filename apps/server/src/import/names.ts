/** Categories and tags. Names that differ only by case or spaces are one here. */
import { CATEGORY, POST } from '@shiliu/contract/limits'
import { categoryTitleRule, length } from '@shiliu/contract/rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'
import { tagKeyOf } from '#modules/tags/tags.service.ts'
import { cut } from '#platform/cut.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { insertRows, listCategoryTitles, type NewRow, takenKeys } from './import.repo.ts'
import { textOf, timeOf } from './old-values.ts'
import { stage } from './stage.ts'

const CATEGORY_KEY_MAX = 50
const TAG_NAME_MAX = 40

export const categoriesStage = stage({
  name: 'categories',
  label: '分类',
  table: 'categories',
  limit: 500,
  async write({ t, rows, times, findings }) {
    const wanted = rows.map((row) => {
      const line = cut(tidyLine(textOf(row, 'name')), CATEGORY.nameMax)
      const name = isVisible(line) ? line : `分类${row.id}`
      if (name !== line) findings.note('category_name', `categories ${row.id}`, textOf(row, 'name'), name)
      return { row, name, name_key: normalizedKey(name, CATEGORY_KEY_MAX) }
    })
    const known = await takenKeys(
      t.db,
      'categories',
      wanted.map(({ name_key }) => name_key),
    )
    const titles = await listCategoryTitles(t.db)
    const categories = wanted.flatMap(({ row, name, name_key }): NewRow<'categories'>[] => {
      const created_at = timeOf(row, times, findings)
      const same = known.get(name_key)
      if (same !== undefined) {
        findings.note('category_merged', row.id, name, same)
        return []
      }
      known.set(name_key, row.id)
      const category_title = titleOf(textOf(row, 'category_title'), row.id, titles)
      titles.add(category_title)
      if (category_title !== textOf(row, 'category_title'))
        findings.note('category_title', name, textOf(row, 'category_title'), category_title)
      return [{ id: row.id, name, name_key, category_title, created_at }]
    })
    await insertRows(t.db, 'categories', categories)
    return categories.length
  },
})

/** Lower-case letters that no other category has. */
function titleOf(old: string, id: number, taken: ReadonlySet<string>): string {
  const letters = old
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 40)
  const spare = [...String(id)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
  const isGood = (title: string) => categoryTitleRule(title) === null && !taken.has(title)
  return [letters, letters && letters + spare, `category${spare}`].find(isGood) ?? `category${spare}x`
}

export const tagsStage = stage({
  name: 'tags',
  label: '标签',
  table: 'tags',
  limit: 500,
  async write({ t, rows, times, findings }) {
    const wanted = rows.flatMap((row) => {
      const name = cut(tidyLine(textOf(row, 'name')), TAG_NAME_MAX)
      if (isVisible(name)) return [{ row, name, name_key: tagKeyOf(name) }]
      findings.note('tag_name', `tags ${row.id}`)
      return []
    })
    const known = await takenKeys(
      t.db,
      'tags',
      wanted.map(({ name_key }) => name_key),
    )
    const tags = wanted.flatMap(({ row, name, name_key }): NewRow<'tags'>[] => {
      const created_at = timeOf(row, times, findings)
      const same = known.get(name_key)
      if (same !== undefined) {
        findings.note('tag_merged', row.id, name, same)
        return []
      }
      known.set(name_key, row.id)
      if (length(name) > POST.tagMax) findings.note('tag_long', `tags ${row.id}`, name)
      return [{ id: row.id, name, name_key, created_at }]
    })
    await insertRows(t.db, 'tags', tags)
    return tags.length
  },
})
