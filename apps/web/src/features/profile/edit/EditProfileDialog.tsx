import type { Profile } from '@shiliu/contract/users'
import { useEffect, useRef, useState } from 'react'
import { userSession } from '#api/session.ts'
import { confirm, pendingConfirm } from '#ui/confirm.ts'
import { PROFILE_CLOSE_MS } from '#ui/constants.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { unsavedQuestion } from '#ui/unsaved.ts'
import { useLeaveGuard } from '#ui/use-leave-guard.ts'
import { EditProfileForm } from './EditProfileForm.tsx'

const QUESTION = unsavedQuestion('改动', '继续改')

export type EditProfileDialogProps = {
  profile: Profile
  /** Once the dialog is out of sight. */
  onClosed: () => void
}

/** Changing one's own profile (spec sections 2 «Edit profile dialog», 4, 5). What was not saved is asked about. */
export function EditProfileDialog({ profile, onClosed }: EditProfileDialogProps) {
  const [opened, setOpened] = useState(false)
  const [saved, setSaved] = useState(false)
  const changed = useRef(false)
  const busy = useRef(false)
  const asking = pendingConfirm.use() !== null

  useEffect(() => setOpened(true), [])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setOpened(false), PROFILE_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const loses = () => opened && changed.current && !saved
  useLeaveGuard(QUESTION, () => loses() && userSession.get() !== null)

  async function close() {
    if (busy.current || asking) return
    if (!loses() || (await confirm(QUESTION))) setOpened(false)
  }
  return (
    <DialogFrame opened={opened} onClose={() => void close()} onExited={onClosed} title="编辑资料" width={560}>
      <EditProfileForm
        profile={profile}
        onChanged={(isChanged) => {
          changed.current = isChanged
        }}
        onSaving={(isSaving) => {
          busy.current = isSaving
        }}
        onClose={() => void close()}
        onSaved={() => setSaved(true)}
      />
    </DialogFrame>
  )
}
