import { JOB } from '@shiliu/contract/admin/jobs'
import { TARGET } from '@shiliu/contract/limits'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { isEditable, type Resource, type Row, type Sort } from '../define-resource.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { PinDialog } from '../highlights/PinDialog.tsx'
import { useBatchActions } from '../jobs/batch-actions.ts'
import { JobDialog } from '../jobs/JobDialog.tsx'
import { RestoreFocus } from '../main-element.tsx'
import { DecisionDialog } from '../moderation/DecisionDialog.tsx'
import { useModeration } from '../moderation/use-moderation.ts'
import { useMay } from '../permissions.ts'
import { forgetOpenForm, keptOpenForm } from '../return-place.ts'
import { TakenNameDialog } from '../trash/TakenNameDialog.tsx'
import { isTrashed, trashApiOf, useTrash } from '../trash/use-trash.ts'
import { ExportProgress, useCsvExport } from './CsvExport.tsx'
import { DataTable } from './DataTable.tsx'
import { FullValueDialog } from './FullValue.tsx'
import { LoadFailure, LoadingOverlay, NoRows } from './LoadState.tsx'
import { PageBar } from './PageBar.tsx'
import { RowDialog } from './RowDialog.tsx'
import { SelectAllLine } from './SelectAllLine.tsx'
import classes from './TablePage.module.css'
import { Toolbar } from './Toolbar.tsx'
import { nextSort, useTableState } from './table-state.ts'
import { useColumns } from './use-columns.ts'
import { useDeletion } from './use-deletion.tsx'
import { useRows, useTableCache } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useViewed } from './use-viewed.ts'

const NO_ROWS: readonly Row[] = []

/** The table of a resource with its toolbar, paging and dialogs (docs/product.md#admin-tables). */
export function TablePage({ resource }: { resource: Resource }) {
  const { noun } = resource
  const may = useMay()
  const editable = isEditable(resource) && may(resource.api.update)
  const { state, change } = useTableState(resource)
  const { page, current, error, busy, retry, preload } = useRows(resource, state)
  const cache = useTableCache()
  const columns = useColumns(resource)
  const selection = useSelection(resource)
  const trash = useTrash(resource, isTrashed(state.filters) ? selection.stop : undefined)
  const deletion = useDeletion(resource, state, selection, trash)
  const trashApi = trashApiOf(resource)
  const inTrash = trashApi !== null && isTrashed(state.filters)
  const csv = useCsvExport(resource, state)
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const batch = useBatchActions(resource, state.filters, selection)
  const moderation = useModeration(resource.moderates ?? TARGET.post, selection.stop)
  const [viewed, view] = useViewed()

  useReopenedForm(resource, editable, setEdited)

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
      const names = Object.keys(state.filters)
      const onlyTrash = names.length === 1 && isTrashed(state.filters)
      return (
        <RestoreFocus>
          <NoRows
            noun={noun}
            filtered={names.length > 0}
            trashed={onlyTrash}
            onClear={() => filter({})}
            onCreate={editable ? create : null}
          />
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
        onView={({ id }) => view(id)}
        onEdit={setEdited}
        onDelete={deletion.deleteOne}
        onRestore={trashApi && may(trashApi.restore) ? trash.restoreRow : null}
        onPurge={trashApi && may(trashApi.purge) ? trash.purgeRow : null}
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
        deleting={deletion.busy || trash.busy}
        onDelete={selection.all === null ? deletion.deleteSelected : batch.deleteAll}
        trash={inTrash ? trash : null}
        batch={batch.offered}
        onBatch={batch.begin}
        onCreate={create}
        columns={columns}
        exporting={csv.progress !== null}
        onExport={may(resource.api.export) ? csv.start : null}
        busy={busy}
        onRefresh={cache.refresh}
      />
      {resource.Tools && editable && <resource.Tools />}
      {page && error && (
        <RestoreFocus>
          <LoadFailure error={error} onRetry={retry} />
        </RestoreFocus>
      )}
      {page && batch.offered.length > 0 && !inTrash && (
        <SelectAllLine
          selection={selection}
          onPage={page.data.length}
          total={page.pagination.total}
          max={JOB.rowsMax}
        />
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
      <RowDialog
        resource={resource}
        id={viewed}
        rows={page?.data ?? NO_ROWS}
        onView={view}
        onEdit={editable ? setEdited : null}
        onDelete={editable ? (row) => deletion.deleteOne(row, () => view(null)) : null}
      />
      <TakenNameDialog resource={resource} trash={trash} />
      <FullValueDialog />
      <DecisionDialog decision={batch.decision} noun={noun} moderation={moderation} onClose={batch.close} />
      <PinDialog ids={batch.pinned} highlights={batch.highlights} onClose={batch.close} />
      <JobDialog choice={batch.choice} onClose={batch.close} onStarted={selection.stop} />
      {editable && <RecordDialog resource={resource} record={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** Opens the form again that was open when the page was reloaded or the session ended. */
function useReopenedForm(resource: Resource, editable: boolean, open: (record: Row | 'new') => void) {
  const reopen = useEffectEvent(async (signal: AbortSignal) => {
    const kept = editable ? keptOpenForm(resource.path) : null
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
