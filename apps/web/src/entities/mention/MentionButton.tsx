import { IconAt } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { ToolButton } from '#ui/ToolButton.tsx'
import { toast } from '#ui/toast.ts'
import type { Candidate } from './candidates.ts'
import type { MentionDialogProps } from './MentionDialog.tsx'

const dialog = loadable<MentionDialogProps>(() => import('./MentionDialog.tsx').then((module) => module.MentionDialog))

type Props = {
  onChoose: (person: Candidate) => void
  /** The dialog is gone and somebody was chosen: the field may take the focus. */
  onDone: () => void
  disabled?: boolean
  /** For whoever writes without an account of the community: everybody is found by a search. */
  accountless?: boolean
}

/** Opens the mention picker. */
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
  function exited() {
    if (chosen.current) onDone()
    chosen.current = false
  }
  return (
    <>
      <ToolButton
        label="提及"
        icon={IconAt}
        aria-haspopup="dialog"
        aria-expanded={opened}
        disabled={disabled}
        onPointerEnter={() => dialog.load().catch(() => {})}
        onClick={() => (accountless || requireLogin()) && setOpened(true)}
      />
      {MentionDialog && (
        <MentionDialog opened={opened} onClose={() => setOpened(false)} onChoose={choose} onExited={exited} />
      )}
    </>
  )
}
