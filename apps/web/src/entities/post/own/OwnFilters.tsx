import * as categories from '@shiliu/contract/categories'
import { SEARCH } from '@shiliu/contract/limits'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { FilterBox } from '#ui/FilterBox.tsx'
import classes from './OwnFilters.module.css'
import type { OwnFilter } from './own-filter.ts'

type Props = { filter: OwnFilter; what: string; onChange: (change: Partial<OwnFilter>) => void }

/** Words and a category to narrow the list by. */
export function OwnFilters({ filter, what, onChange }: Props) {
  const { data = [] } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
  })
  const { keyword, category } = filter
  // One that is gone, or not yet known, is still what the list is narrowed to.
  const unknown = category !== null && data.every(({ id }) => id !== category)
  return (
    <div className={classes.bar}>
      <FilterBox
        value={keyword}
        label={`搜索我的${what}`}
        maxLength={SEARCH.keywordMax}
        onChange={(next) => onChange({ keyword: next })}
      />
      <span className={classes.select}>
        <select
          aria-label="分类"
          value={category ?? ''}
          onChange={({ target }) => onChange({ category: target.value ? Number(target.value) : null })}
        >
          <option value="">全部分类</option>
          {unknown && <option value={category}>所选分类</option>}
          {data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </span>
    </div>
  )
}
