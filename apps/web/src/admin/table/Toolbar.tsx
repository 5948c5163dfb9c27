import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { BREAKPOINTS } from '#ui/constants.ts'
import { type Reading, titleOf } from '../define-resource.ts'
import { Sheet } from '../Sheet.tsx'
import { Filters } from './Filters.tsx'
import { type ListActionProps, ListActions } from './ListActions.tsx'
import classes from './Toolbar.module.css'

type Props = Omit<ListActionProps, 'noun'> & {
  resource: Reading
  filters: Record<string, string>
  onFilter: (filters: Record<string, string>) => void
}

const WIDE = `(min-width: ${BREAKPOINTS.sidebar + 1}px)`

/** The page's name, its filters and what can be done with the whole list. */
export function Toolbar({ resource, filters, onFilter, ...actions }: Props) {
  const [sheet, setSheet] = useState(false)
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const narrowing = Object.keys(filters).length
  const form = { filters: resource.filters, values: filters }

  function apply(values: Record<string, string>) {
    setSheet(false)
    onFilter(values)
  }

  return (
    <div className={classes.toolbar}>
      <h1 className={classes.title}>{titleOf(resource)}</h1>
      <div className={classes.actions}>
        {!wide && (
          <Button
            size="sm"
            variant="plain"
            className={classes.narrow}
            aria-label={narrowing > 0 ? `筛选 (${narrowing})` : '筛选'}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
          >
            <IconFilter size={18} stroke={1.75} aria-hidden />
            筛选
            {narrowing > 0 && <span className={classes.narrowing}>{narrowing}</span>}
          </Button>
        )}
        <ListActions noun={resource.noun} {...actions} />
      </div>
      {wide && (
        <div className={classes.filters}>
          <Filters {...form} onApply={onFilter} applyLabel="筛选" clearLabel="清空" />
        </div>
      )}
      <Sheet opened={sheet && !wide} onClose={() => setSheet(false)} side="bottom" label="筛选条件">
        <Filters {...form} onApply={apply} applyLabel="应用筛选" clearLabel="清空条件" />
      </Sheet>
    </div>
  )
}
