import { IconAt } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { IconButton } from '#ui/form/IconButton.tsx'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import type { Candidate } from './candidates.ts'
import type { MentionDialogProps } from './MentionDialog.tsx'

const dialog = loadable<MentionDialogProps>(() => import('./MentionDialog.tsx').then((module) => module.MentionDialog))

type Props = {
  onChoose: (person: Candidate) => void
  /** Called after the dialog has closed with a choice: the field can take the focus. */
  onDone: () => void
  disabled?: boolean
  /** For the back office, which has no community session: the dialog works by search alone. */
  accountless?: boolean
}

export function MentionButton({ onChoose, onDone, disabled, accountless = false }: Props) {
  const [opened, setOpened] = useState(false)
  const chosen = useRef(false)
  const MentionDialog = useLoadable(dialog, opened, () => {
    toast.error(NETWORK_FAILED)
    setOpened(false)
  })

  function choose(person: Candidate) {
    chosen.current = true
    onChoose(person)
    setOpened(false)
  }
  function onExited() {
    if (chosen.current) onDone()
    chosen.current = false
  }
  return (
    <>
      <IconButton
        label="提及"
        icon={IconAt}
        aria-haspopup="dialog"
        aria-expanded={opened}
        disabled={disabled}
        onPointerEnter={() => dialog.load().catch(() => {})}
        onClick={() => (accountless || requireLogin()) && setOpened(true)}
      />
      {MentionDialog && (
        <MentionDialog opened={opened} onClose={() => setOpened(false)} onChoose={choose} onExited={onExited} />
      )}
    </>
  )
}
