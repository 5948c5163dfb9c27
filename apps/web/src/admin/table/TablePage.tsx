import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { isEditable, type Resource, type Row, type Sort } from '../define-resource.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { RestoreFocus } from '../main-element.tsx'
import { forgetOpenForm, keptOpenForm } from '../return-place.ts'
import { ExportProgress, useCsvExport } from './CsvExport.tsx'
import { DataTable } from './DataTable.tsx'
import { FullValueDialog } from './FullValue.tsx'
import { LoadFailure, LoadingOverlay, NoRows } from './LoadState.tsx'
import { PageBar } from './PageBar.tsx'
import { RowDialog } from './RowDialog.tsx'
import classes from './TablePage.module.css'
import { Toolbar } from './Toolbar.tsx'
import { nextSort, useTableState } from './table-state.ts'
import { useColumns } from './use-columns.ts'
import { useDeletion } from './use-deletion.tsx'
import { useRows, useTableCache } from './use-rows.ts'
import { useSelection } from './use-selection.ts'

/** The table of a resource with its toolbar, paging and dialogs (docs/product.md#admin-tables). */
export function TablePage({ resource }: { resource: Resource }) {
  const { noun } = resource
  const editable = isEditable(resource)
  const { state, change } = useTableState(resource)
  const { page, current, error, busy, retry, preload } = useRows(resource, state)
  const cache = useTableCache()
  const columns = useColumns(resource)
  const selection = useSelection(resource)
  const deletion = useDeletion(resource, state, selection)
  const csv = useCsvExport(resource, state)
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const [viewed, setViewed] = useState<Row | null>(null)

  useReopenedForm(resource, setEdited)

  // The requested page may no longer exist after a deletion.
  const last = current && page ? Math.max(1, page.pagination.pages) : null
  useEffect(() => {
    if (last !== null && state.page > last) change({ page: last }, { replace: true })
  })

  function filter(filters: Record<string, string>) {
    selection.clear()
    cache.outdateInactive()
    if (!change({ page: 1, filters })) cache.refresh()
  }

  function sortBy(pressed: Sort) {
    cache.outdateInactive()
    change({ page: 1, sort: nextSort(resource, state.sort, pressed) })
  }

  const create = () => setEdited('new')
  const empty = page?.data.length === 0 && state.page === 1

  function content() {
    if (!page && error) {
      return (
        <RestoreFocus>
          <ErrorState error={error} onRetry={retry} />
        </RestoreFocus>
      )
    }
    if (empty) {
      const filtered = Object.keys(state.filters).length > 0
      return (
        <RestoreFocus>
          <NoRows noun={noun} filtered={filtered} onClear={() => filter({})} onCreate={editable ? create : null} />
        </RestoreFocus>
      )
    }
    return (
      <DataTable
        resource={resource}
        columns={columns.visible}
        editable={editable}
        label={`${noun}列表`}
        rows={page?.data ?? null}
        sort={state.sort}
        onSort={sortBy}
        selection={selection}
        deletingId={deletion.deletingId}
        onView={setViewed}
        onEdit={setEdited}
        onDelete={deletion.deleteOne}
      />
    )
  }

  return (
    <div className={classes.page}>
      <Toolbar
        resource={resource}
        filters={state.filters}
        onFilter={filter}
        editable={editable}
        selection={selection}
        deleting={deletion.busy}
        onDelete={deletion.deleteSelected}
        onCreate={create}
        columns={columns}
        exporting={csv.progress !== null}
        onExport={csv.start}
        busy={busy}
        onRefresh={cache.refresh}
      />
      {page && error && (
        <RestoreFocus>
          <LoadFailure error={error} onRetry={retry} />
        </RestoreFocus>
      )}
      <div className={classes.table} aria-busy={busy}>
        {content()}
        {busy && <LoadingOverlay dim={page !== null} />}
        {csv.progress && <ExportProgress progress={csv.progress} onCancel={csv.cancel} />}
      </div>
      {page && !empty && (
        <PageBar
          pagination={page.pagination}
          page={state.page}
          onPage={(target) => change({ page: target })}
          onPreload={preload}
        />
      )}
      <RowDialog resource={resource} row={viewed} onClose={() => setViewed(null)} />
      <FullValueDialog />
      {editable && <RecordDialog resource={resource} record={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** Opens the form again that was open when the page was reloaded or the session ended. */
function useReopenedForm(resource: Resource, open: (record: Row | 'new') => void) {
  const reopen = useEffectEvent(async (signal: AbortSignal) => {
    const kept = isEditable(resource) ? keptOpenForm(resource.path) : null
    if (!kept) return
    if (kept.id === null) return open('new')
    const row = await call(resource.api.get, { params: { id: kept.id }, signal }).catch((error: unknown) =>
      // The dialog asks again, and shows what was typed into the record that is gone.
      error instanceof ApiError && error.status === 404 ? ({ id: kept.id } as Row) : null,
    )
    if (signal.aborted) return
    // What was typed is kept, and put in when the form is opened by hand.
    if (row) open(row)
    else forgetOpenForm()
  })
  useEffect(() => {
    const abort = new AbortController()
    void reopen(abort.signal)
    return () => abort.abort()
  }, [])
}
