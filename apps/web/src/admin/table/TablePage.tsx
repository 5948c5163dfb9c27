import { useEffect, useState } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { isWritten, type Reading, type Row, type Sort } from '../define-resource.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { KeepsFocus } from '../KeepsFocus.tsx'
import { DataTable } from './DataTable.tsx'
import { ExportStrip } from './ExportStrip.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { NoRows } from './NoRows.tsx'
import { PageBar } from './PageBar.tsx'
import { RowDialog } from './RowDialog.tsx'
import { TableBones } from './TableBones.tsx'
import classes from './TablePage.module.css'
import { Toolbar } from './Toolbar.tsx'
import { nextSort } from './table-state.ts'
import { useColumns } from './use-columns.ts'
import { useExport } from './use-export.ts'
import { useRemoval } from './use-removal.tsx'
import { useKeptPages, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useTableState } from './use-table-state.ts'
import { WholeDialog } from './WholeDialog.tsx'

/** The table of one resource with all that can be done to it (spec section 2 «Generic admin table screen»). */
export function TablePage({ resource }: { resource: Reading }) {
  const { noun } = resource
  const written = isWritten(resource)
  const { state, change } = useTableState(resource)
  const { page, current, error, busy, retry, preload } = useRows(resource, state)
  const kept = useKeptPages()
  const columns = useColumns(resource)
  const selection = useSelection(resource)
  const removal = useRemoval(resource, state, selection)
  const csv = useExport(resource, state)
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const [looked, setLooked] = useState<Row | null>(null)

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

  function sortBy(pressed: Sort) {
    kept.drop()
    change({ page: 1, sort: nextSort(resource, state.sort, pressed) })
  }

  const create = () => setEdited('new')
  const empty = page?.data.length === 0 && state.page === 1

  function body() {
    if (!page && error) {
      return (
        <KeepsFocus>
          <ErrorState error={error} onRetry={retry} />
        </KeepsFocus>
      )
    }
    if (empty) {
      const narrowed = Object.keys(state.filters).length > 0
      return (
        <KeepsFocus>
          <NoRows noun={noun} narrowed={narrowed} onClear={() => filter({})} onCreate={written ? create : null} />
        </KeepsFocus>
      )
    }
    return (
      <DataTable
        resource={resource}
        columns={columns.shown}
        written={written}
        label={`${noun}列表`}
        rows={page?.data ?? []}
        instead={page ? undefined : <TableBones columns={columns.shown} actions={written} />}
        sort={state.sort}
        onSort={sortBy}
        selection={selection}
        leaving={removal.leaving}
        onLook={setLooked}
        onEdit={setEdited}
        onRemove={removal.removeOne}
      />
    )
  }

  return (
    <div className={classes.page}>
      <Toolbar
        resource={resource}
        filters={state.filters}
        onFilter={filter}
        written={written}
        selection={selection}
        removing={removal.busy}
        onRemove={removal.removeChosen}
        onCreate={create}
        columns={columns}
        exporting={csv.progress !== null}
        onExport={csv.start}
        busy={busy}
        onRefresh={kept.refresh}
      />
      {page && error && (
        <KeepsFocus>
          <LoadFailure error={error} onRetry={retry} />
        </KeepsFocus>
      )}
      <div className={classes.table} aria-busy={busy}>
        {body()}
        {busy && <LoadingOverlay dim={page !== null} />}
        {csv.progress && <ExportStrip progress={csv.progress} onCancel={csv.cancel} />}
      </div>
      {page && !empty && (
        <PageBar
          pagination={page.pagination}
          page={state.page}
          onPage={(target) => change({ page: target })}
          onNear={preload}
        />
      )}
      <RowDialog resource={resource} row={looked} onClose={() => setLooked(null)} />
      <WholeDialog />
      {written && <RecordDialog resource={resource} record={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}
