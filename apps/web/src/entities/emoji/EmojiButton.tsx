import { IconMoodSmile } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { ToolButton } from '#ui/ToolButton.tsx'
import { toast } from '#ui/toast.ts'
import type { EmojiPanelProps } from './EmojiPanel.tsx'

const panel = loadable<EmojiPanelProps>(() => import('./EmojiPanel.tsx').then((module) => module.EmojiPanel))

type Props = {
  /** Called for each emoji that is picked; the panel stays open. For a plain field: `insertText(field, emoji)`. */
  onPick: (emoji: string) => void
  /** The panel was closed by the keyboard or its button. Without it the focus goes back to this button. */
  onLeave?: () => void
  disabled?: boolean
}

/** Opens the emoji panel, whose code and emoji are fetched when the pointer comes near or it is first opened. */
export function EmojiButton({ onPick, onLeave, disabled }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const EmojiPanel = useLoadable(panel, opened, () => {
    toast.error(NETWORK_FAILED)
    setOpened(false)
  })
  // What closes because nothing can be written now must not open by itself later.
  if (disabled && opened) setOpened(false)

  const close = useCallback(() => setOpened(false), [])
  function leave() {
    setOpened(false)
    if (onLeave) onLeave()
    else button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ToolButton
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
