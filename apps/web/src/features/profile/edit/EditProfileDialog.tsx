import type { Profile } from '@shiliu/contract/users'
import { useEffect, useRef, useState } from 'react'
import { userSession } from '#api/session.ts'
import { useGuardedClose } from '#ui/history/use-leave-guard.ts'
import { discardPrompt } from '#ui/overlay/confirm.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { EditProfileForm } from './EditProfileForm.tsx'

const CLOSE_MS = 100

const QUESTION = discardPrompt('改动', '继续改')

export type EditProfileDialogProps = {
  profile: Profile
  /** Called after the closing animation. */
  onClosed: () => void
}

/** Edits the viewer's profile; asks before unsaved changes are lost. */
export function EditProfileDialog({ profile, onClosed }: EditProfileDialogProps) {
  const [opened, setOpened] = useState(false)
  const [saved, setSaved] = useState(false)
  const changed = useRef(false)
  const saving = useRef(false)

  useEffect(() => setOpened(true), [])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setOpened(false), CLOSE_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const close = useGuardedClose({
    question: QUESTION,
    hasUnsaved: () => opened && changed.current && !saved,
    isSignedIn: () => userSession.get() !== null,
    isSaving: () => saving.current,
    close: () => setOpened(false),
  })
  return (
    <DialogFrame opened={opened} onClose={close} onExited={onClosed} title="编辑资料" width={560}>
      <EditProfileForm
        profile={profile}
        onChanged={(isChanged) => {
          changed.current = isChanged
        }}
        onSaving={(isSaving) => {
          saving.current = isSaving
        }}
        onClose={close}
        onSaved={() => setSaved(true)}
      />
    </DialogFrame>
  )
}
