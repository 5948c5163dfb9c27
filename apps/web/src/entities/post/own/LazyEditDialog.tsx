import { NETWORK_FAILED } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import type { EditProps } from './EditDialog.tsx'

const editDialog = loadable<EditProps>(() => import('./EditDialog.tsx').then((module) => module.EditDialog))

export function preloadEditDialog() {
  editDialog.load().catch(() => {})
}

/** The dialog to edit a note, fetched when it is first opened. */
export function LazyEditDialog(props: EditProps) {
  const EditDialog = useLoadable(editDialog, true, () => {
    toast.error(NETWORK_FAILED)
    props.onClosed()
  })
  return EditDialog && <EditDialog {...props} />
}
