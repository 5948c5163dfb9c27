import { type Ref, type RefObject, useRef, useState } from 'react'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { PlainEditor } from './PlainEditor.tsx'
import type { RichTextHandle, Selected } from './rich-text-handle.ts'

type RichTextFieldProps = {
  /** In the stored form (contract/rich-text.ts); pictures in it are not shown. */
  value: string
  onChange: (value: string) => void
  label: string
  placeholder: string
  /** The look of the box; the text's own is the field's. */
  className: string
  invalid?: boolean
  describedBy?: string
  disabled?: boolean
  handle?: Ref<RichTextHandle>
  /** Shift, Ctrl or Cmd with Enter; without it they break the line. */
  onSend?: () => void
  onEscape?: () => void
}

export type FieldProps = RichTextFieldProps & {
  /** Left by the plain field for the editor that takes its place. */
  selected: RefObject<Selected | null>
}

const richEditor = loadable<FieldProps>(() => import('./RichEditor.tsx').then((module) => module.RichEditor))

/** Fetches the editor's code on a sign that it will be wanted. */
export function warmRichText() {
  richEditor.load().catch(() => {})
}

/** A text with mentions. A plain field stands in until the editor is fetched, and hands over text, caret and focus. */
export function RichTextField(props: RichTextFieldProps) {
  const [failed, setFailed] = useState(false)
  const [composing, setComposing] = useState(false)
  const selected = useRef<Selected | null>(null)
  const RichEditor = useLoadable(richEditor, !failed, () => setFailed(true))
  if (RichEditor && !composing) return <RichEditor {...props} selected={selected} />
  return <PlainEditor {...props} selected={selected} onComposing={setComposing} />
}
