import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react'
import { isComposing } from '#ui/composing.ts'
import { BREAKPOINTS, EMOJI } from '#ui/constants.ts'
import { useScrollLock } from '#ui/scroll-lock.ts'
import classes from './EmojiPanel.module.css'
import { EmojiPicker } from './EmojiPicker.tsx'
import { EmojiSheet } from './EmojiSheet.tsx'

export type EmojiPanelProps = {
  anchor: HTMLElement
  opened: boolean
  onPick: (emoji: string) => void
  /** The person went on elsewhere. */
  onClose: () => void
  /** The person is done and wants to go back to where they came from. */
  onLeave: () => void
}

const transition = { transition: 'fade', duration: 160 } as const

/** A popover beside its button, on phones a sheet at the bottom (spec section 9 «Emoji picker»). */
export function EmojiPanel({ anchor, opened, onPick, onClose, onLeave }: EmojiPanelProps) {
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.phone}px)`, undefined, { getInitialValueInEffect: false })
  useScrollLock(opened)

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.stopPropagation()
    onLeave()
  }
  if (phone) {
    if (!opened) return null
    return (
      <EmojiSheet anchor={anchor} onClose={onClose} onKeyDown={press}>
        <EmojiPicker onPick={onPick} onLeave={onLeave} />
      </EmojiSheet>
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={(stays) => !stays && onClose()}
      position="top-start"
      offset={EMOJI.offset}
      width={360}
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      withRoles={false}
      transitionProps={transition}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} role="dialog" aria-label="表情" onKeyDown={press}>
        <EmojiPicker onPick={onPick} autoFocus />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Lends an element that stands elsewhere to a component that asks its child for a ref. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}
