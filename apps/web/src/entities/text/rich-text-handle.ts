/** What a field for rich text can be told, by whatever stands beside it. */
import type { Mentioned } from './document.ts'

export type RichTextHandle = {
  focus: () => void
  /** At the caret, or in place of what is selected; the field need not have the focus. */
  insertText: (text: string) => void
  insertMention: (person: Mentioned) => void
}

/** What is selected in the typed form of the text. */
export type Selected = { start: number; end: number }
