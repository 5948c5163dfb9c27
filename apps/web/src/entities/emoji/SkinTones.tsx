import { type SkinTone, useSkinTone } from 'frimousse'
import { useEffect, useRef } from 'react'
import classes from './EmojiPicker.module.css'
import { SKIN_TONES } from './skin-tone.ts'

/** What the tones are shown on. */
const HAND = '👋'

/** Shows the chosen tone and opens the choice. */
export function ToneButton({ tone, opened, onToggle }: { tone: SkinTone; opened: boolean; onToggle: () => void }) {
  const [, , variations] = useSkinTone(HAND)
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(opened)
  // The choice that had the focus is gone.
  useEffect(() => {
    if (was.current && !opened) button.current?.focus({ preventScroll: true })
    was.current = opened
  }, [opened])
  return (
    <button
      ref={button}
      type="button"
      className={classes.tone}
      aria-label={`肤色：${SKIN_TONES[tone]}`}
      aria-expanded={opened}
      data-mantine-stop-propagation
      onClick={onToggle}
    >
      {variations.find(({ skinTone }) => skinTone === tone)?.emoji}
    </button>
  )
}

/** The six tones, in the place of the categories. */
export function SkinTones({ tone, onChoose }: { tone: SkinTone; onChoose: (tone: SkinTone) => void }) {
  const [, , variations] = useSkinTone(HAND)
  const chosen = useRef<HTMLButtonElement>(null)
  useEffect(() => chosen.current?.focus({ preventScroll: true }), [])
  return (
    <fieldset className={classes.bar} aria-label="肤色">
      {variations.map(({ skinTone, emoji }) => (
        <button
          key={skinTone}
          ref={skinTone === tone ? chosen : undefined}
          type="button"
          className={classes.tone}
          aria-label={SKIN_TONES[skinTone]}
          aria-pressed={skinTone === tone}
          data-mantine-stop-propagation
          onClick={() => onChoose(skinTone)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}
