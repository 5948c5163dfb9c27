import type { Profile } from '@shiliu/contract/users'
import { useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { Button } from '#ui/Button.tsx'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'
import type { EditProfileDialogProps } from './EditProfileDialog.tsx'

const dialog = loadable<EditProfileDialogProps>(() =>
  import('./EditProfileDialog.tsx').then((module) => module.EditProfileDialog),
)
const warm = () => void dialog.load().catch(() => {})

/** 编辑资料: its dialog is fetched when the pointer or the focus comes near. */
export function EditProfileButton({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  const EditProfileDialog = useLoadable(dialog, open, () => {
    toast.error(NETWORK_FAILED)
    setOpen(false)
  })
  return (
    <>
      <Button variant="plain" onPointerEnter={warm} onFocus={warm} onClick={() => setOpen(true)}>
        编辑资料
      </Button>
      {open && EditProfileDialog && <EditProfileDialog profile={profile} onClosed={() => setOpen(false)} />}
    </>
  )
}
