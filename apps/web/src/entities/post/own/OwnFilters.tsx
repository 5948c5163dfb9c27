import { SEARCH } from '@shiliu/contract/limits'
import { FilterBox } from '#ui/FilterBox.tsx'
import { PillSelect } from '#ui/PillSelect.tsx'
import { CategoriesFailed } from '../CategoriesFailed.tsx'
import { useCategories } from '../use-categories.ts'
import classes from './OwnFilters.module.css'
import type { OwnFilter } from './own-filter.ts'

type Props = { filter: OwnFilter; what: string; onChange: (change: Partial<OwnFilter>) => void }

/** Words and a category to narrow the list by. */
export function OwnFilters({ filter, what, onChange }: Props) {
  const { data = [], failed, retrying, retry } = useCategories()
  const { keyword, category } = filter
  // One that is gone, or not yet known, is still what the list is narrowed to.
  const unknown = category !== null && data.every(({ id }) => id !== category)
  const choices = [
    { value: '', label: '全部分类' },
    ...(unknown ? [{ value: String(category), label: '所选分类' }] : []),
    ...data.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <>
      <div className={classes.bar}>
        <FilterBox
          value={keyword}
          label={`搜索我的${what}`}
          maxLength={SEARCH.keywordMax}
          onChange={(next) => onChange({ keyword: next })}
        />
        <PillSelect
          label="分类"
          choices={choices}
          value={String(category ?? '')}
          onChange={(next) => onChange({ category: next ? Number(next) : null })}
        />
      </div>
      {failed && <CategoriesFailed retrying={retrying} retry={retry} />}
    </>
  )
}
