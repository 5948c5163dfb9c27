import { useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import type { Resource, Row } from '../define-resource.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { DataTable } from './DataTable.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { PageBar } from './PageBar.tsx'
import { TableBones } from './TableBones.tsx'
import classes from './TablePage.module.css'
import { Toolbar } from './Toolbar.tsx'
import { nextSort } from './table-state.ts'
import { useRemoval } from './use-removal.ts'
import { useKeptPages, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useTableState } from './use-table-state.ts'

/** The table of one resource with all that can be done to it (spec section 2 «Generic admin table screen»). */
export function TablePage({ resource, title }: { resource: Resource; title: string }) {
  const { noun } = resource
  const { state, change } = useTableState(resource)
  const { page, current, error, busy, retry, preload } = useRows(resource, state)
  const kept = useKeptPages()
  const selection = useSelection(resource)
  const removal = useRemoval(resource, selection)
  const [edited, setEdited] = useState<Row | 'new' | null>(null)

  // Rows were deleted, here or elsewhere, and the page went with them.
  const last = current && page ? Math.max(1, page.pagination.pages) : null
  useEffect(() => {
    if (last !== null && state.page > last) change({ page: last }, { replace: true })
  })

  function filter(filters: Record<string, string>) {
    selection.clear()
    kept.drop()
    if (!change({ page: 1, filters })) kept.refresh()
  }

  function sortBy(field: string) {
    kept.drop()
    change({ page: 1, sort: nextSort(resource, state.sort, field) })
  }

  const create = () => setEdited('new')
  const narrowed = Object.keys(state.filters).length > 0
  const empty = page?.data.length === 0 && state.page === 1

  function body() {
    if (!page && error) return <ErrorState error={error} onRetry={retry} />
    if (empty && narrowed) {
      const action = (
        <Button variant="plain" onClick={() => filter({})}>
          清空条件
        </Button>
      )
      return <EmptyState title={`没有符合条件的${noun}`} hint="换个条件试试" action={action} />
    }
    if (empty)
      return (
        <EmptyState
          title={`还没有${noun}`}
          action={
            <Button variant="plain" onClick={create}>
              新增{noun}
            </Button>
          }
        />
      )
    return (
      <DataTable
        resource={resource}
        label={`${noun}列表`}
        rows={page?.data ?? []}
        instead={page ? undefined : <TableBones columns={resource.columns} />}
        sort={state.sort}
        onSort={sortBy}
        selection={selection}
        leaving={removal.leaving}
        onEdit={setEdited}
        onRemove={removal.removeOne}
      />
    )
  }

  return (
    <div className={classes.page}>
      <Toolbar
        resource={resource}
        title={title}
        filters={state.filters}
        onFilter={filter}
        selection={selection}
        removing={removal.busy}
        onRemove={removal.removeChosen}
        onCreate={create}
        busy={busy}
        onRefresh={kept.refresh}
      />
      {page && error && <LoadFailure error={error} onRetry={retry} />}
      <div className={classes.table} aria-busy={busy}>
        {body()}
        {busy && <LoadingOverlay dim={page !== null} />}
      </div>
      {page && !empty && (
        <PageBar
          pagination={page.pagination}
          page={state.page}
          onPage={(target) => change({ page: target })}
          onNear={preload}
        />
      )}
      <RecordDialog resource={resource} record={edited} onClose={() => setEdited(null)} />
    </div>
  )
}
