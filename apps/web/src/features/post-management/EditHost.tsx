import { NETWORK_FAILED } from '#api/error.ts'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'

const dialog = loadable<{ id: number; onClosed: () => void }>(() =>
  import('./EditDialog.tsx').then((module) => module.EditDialog),
)

type Props = {
  id: number
  /** Once the dialog is out of sight. */
  onClosed: () => void
}

/** Fetches the edit dialog when it is first asked for. */
export function EditHost({ id, onClosed }: Props) {
  const EditDialog = useLoadable(dialog, true, () => {
    toast.error(NETWORK_FAILED)
    onClosed()
  })
  return EditDialog && <EditDialog id={id} onClosed={onClosed} />
}
