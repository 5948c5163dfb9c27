import { useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import type { Resource } from '../define-resource.ts'
import { Sheet } from '../Sheet.tsx'
import { Filters } from './Filters.tsx'
import classes from './Toolbar.module.css'
import type { Selection } from './use-selection.ts'

type Props = {
  resource: Resource
  title: string
  filters: Record<string, string>
  onFilter: (filters: Record<string, string>) => void
  selection: Selection
  removing: boolean
  onRemove: () => void
  onCreate: () => void
  busy: boolean
  onRefresh: () => void
}

/** The page's name, its filters and what can be done with the whole list. */
export function Toolbar({ resource, title, filters, onFilter, ...rest }: Props) {
  const [sheet, setSheet] = useState(false)
  const wide = useMediaQuery('(min-width: 961px)', true, { getInitialValueInEffect: false })
  const narrowing = Object.keys(filters).length
  // What the address says replaces what was typed, as when going back.
  const form = { key: JSON.stringify(filters), filters: resource.filters, values: filters }

  function apply(values: Record<string, string>) {
    setSheet(false)
    onFilter(values)
  }

  return (
    <div className={classes.toolbar}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.actions}>
        {!wide && resource.filters.length > 0 && (
          <Button
            size="sm"
            variant="plain"
            className={classes.narrow}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
          >
            <IconFilter size={18} stroke={1.75} aria-hidden />
            筛选{narrowing > 0 && ` (${narrowing})`}
          </Button>
        )}
        <ListActions noun={resource.noun} {...rest} />
      </div>
      {wide && resource.filters.length > 0 && (
        <div className={classes.filters}>
          <Filters {...form} key={form.key} onApply={onFilter} applyLabel="筛选" clearLabel="清空" />
        </div>
      )}
      <Sheet opened={sheet && !wide} onClose={() => setSheet(false)} side="bottom" label="筛选条件">
        <Filters {...form} key={form.key} onApply={apply} applyLabel="应用筛选" clearLabel="清空条件" />
      </Sheet>
    </div>
  )
}

type ActionProps = Pick<Props, 'selection' | 'removing' | 'onRemove' | 'onCreate' | 'busy' | 'onRefresh'> & {
  noun: string
}

function ListActions({ noun, selection, removing, onRemove, onCreate, busy, onRefresh }: ActionProps) {
  if (selection.on) {
    return (
      <>
        <Button size="sm" variant="danger" loading={removing} onClick={onRemove}>
          确认删除 ({selection.size})
        </Button>
        <Button size="sm" variant="plain" disabled={removing} autoFocus onClick={selection.leave}>
          取消
        </Button>
      </>
    )
  }
  return (
    <>
      <Button size="sm" variant="plain" className={classes.refresh} aria-label="刷新" onClick={onRefresh}>
        <IconRefresh size={18} stroke={1.75} aria-hidden data-turning={busy || undefined} />
        <span className={classes.word}>刷新</span>
      </Button>
      <Button size="sm" variant="plain" onClick={selection.start}>
        <IconTrash className={classes.icon} size={18} stroke={1.75} aria-hidden />
        批量删除
      </Button>
      <Button size="sm" onClick={onCreate}>
        <IconPlus className={classes.icon} size={18} stroke={1.75} aria-hidden />
        新增{noun}
      </Button>
    </>
  )
}
