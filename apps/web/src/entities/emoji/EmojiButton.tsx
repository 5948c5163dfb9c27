import { IconMoodSmile } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { IconButton } from '#ui/form/IconButton.tsx'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import type { EmojiPanelProps } from './EmojiPanel.tsx'

const panel = loadable<EmojiPanelProps>(() => import('./EmojiPanel.tsx').then((module) => module.EmojiPanel))

type Props = {
  /** Called for each picked emoji; the panel stays open. */
  onPick: (emoji: string) => void
  /** Called when the panel is closed by Esc or its button; by default the focus goes back to this button. */
  onLeave?: () => void
  disabled?: boolean
}

export function EmojiButton({ onPick, onLeave, disabled }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const EmojiPanel = useLoadable(panel, opened, () => {
    toast.error(NETWORK_FAILED)
    setOpened(false)
  })
  // Otherwise the panel would reopen by itself when the field is enabled again.
  if (disabled && opened) setOpened(false)

  const close = useCallback(() => setOpened(false), [])
  function leave() {
    setOpened(false)
    if (onLeave) onLeave()
    else button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <IconButton
        ref={button}
        label="表情"
        icon={IconMoodSmile}
        aria-haspopup="dialog"
        aria-expanded={opened}
        disabled={disabled}
        onPointerEnter={() => panel.load().catch(() => {})}
        onClick={() => setOpened(!opened)}
      />
      {EmojiPanel && button.current && (
        <EmojiPanel anchor={button.current} opened={opened} onPick={onPick} onClose={close} onLeave={leave} />
      )}
    </>
  )
}
