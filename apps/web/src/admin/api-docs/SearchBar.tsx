import type { Ref } from 'react'
import { SearchField } from '#ui/SearchField.tsx'
import classes from './SearchBar.module.css'

type Props = {
  ref: Ref<HTMLElement>
  value: string
  /** Whether it stays in sight. */
  stuck: boolean
  /** How many endpoints are shown; null while nothing is searched for. */
  found: number | null
  onChange: (value: string) => void
}

/**
 * Finds endpoints. With nothing typed it scrolls away with the page's head, and comes back once that is far above
 * (spec section 9 «Docs search»).
 */
export function SearchBar({ ref, value, stuck, found, onChange }: Props) {
  return (
    <search ref={ref} className={classes.bar} data-stuck={stuck || undefined}>
      <SearchField
        className={classes.field}
        autoCapitalize="none"
        spellCheck={false}
        placeholder="搜索路径、名称或说明"
        aria-label="搜索接口"
        maxLength={100}
        value={value}
        onType={onChange}
        onClear={() => onChange('')}
        clearLabel="清空搜索"
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
        aside={
          <span className={classes.found} role="status">
            {found !== null && `${found} 个接口`}
          </span>
        }
      />
    </search>
  )
}
