import type { RefObject } from 'react'
import { EmojiButton } from '#entities/emoji/EmojiButton.tsx'
import { mentionedOf } from '#entities/mention/candidates.ts'
import { MentionButton } from '#entities/mention/MentionButton.tsx'
import type { RichTextHandle } from './rich-text-handle.ts'

type Props = { field: RefObject<RichTextHandle | null>; disabled?: boolean; accountless?: boolean }

/** The buttons beside a RichTextField: emoji, and whom to mention. */
export function WritingTools({ field, disabled = false, accountless = false }: Props) {
  return (
    <>
      <EmojiButton
        disabled={disabled}
        onPick={(emoji) => field.current?.insertText(emoji)}
        onLeave={() => field.current?.focus()}
      />
      <MentionButton
        disabled={disabled}
        accountless={accountless}
        onChoose={(person) => field.current?.insertMention(mentionedOf(person))}
        onDone={() => field.current?.focus()}
      />
    </>
  )
}
