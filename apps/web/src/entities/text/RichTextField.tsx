import { fromPlainText } from '@shiliu/contract/rich-text'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useCaretInView } from '#ui/form/caret-in-view.ts'
import { insertText, isImeComposing } from '#ui/form/text-input.ts'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import type { Mention } from './document.ts'
import { toPlainField } from './plain-field.ts'
import classes from './RichText.module.css'

export type RichTextHandle = {
  focus: () => void
  /** Inserts at the caret or over the selection, also while the field is not focused. */
  insertText: (text: string) => void
  insertMention: (person: Mention) => void
}

type RichTextFieldProps = {
  /** In the stored form (contract/rich-text.ts); its pictures are not shown. */
  value: string
  onChange: (value: string) => void
  label: string
  placeholder: string
  className: string
  invalid?: boolean
  describedBy?: string
  disabled?: boolean
  handle?: Ref<RichTextHandle>
  /** Called on Enter with Shift, Ctrl or Cmd; without it these break the line. */
  onSend?: () => void
  onEscape?: () => void
}

export type EditorProps = RichTextFieldProps & {
  /** Offsets in the plain field when it was focused at the moment the editor replaced it. */
  selection: RefObject<{ start: number; end: number } | null>
}

const richEditor = loadable<EditorProps>(() => import('./RichEditor.tsx').then((module) => module.RichEditor))

export function preloadRichText() {
  richEditor.load().catch(() => {})
}

/** A textarea until the editor has loaded, which takes over text, caret and focus, but never during a composition. */
export function RichTextField(props: RichTextFieldProps) {
  const [failed, setFailed] = useState(false)
  const [composing, setComposing] = useState(false)
  const selection = useRef<{ start: number; end: number } | null>(null)
  useCaretInView()
  const RichEditor = useLoadable(richEditor, !failed, () => setFailed(true))
  if (RichEditor && !composing) return <RichEditor {...props} selection={selection} />
  return <PlainEditor {...props} selection={selection} onComposing={setComposing} />
}

type PlainEditorProps = EditorProps & { onComposing: (composing: boolean) => void }

/** Shows mentions as their markup. */
function PlainEditor({ value, onChange, selection, handle, onComposing, ...props }: PlainEditorProps) {
  const { label, placeholder, invalid, describedBy, disabled, className, onSend, onEscape } = props
  const field = useRef<HTMLTextAreaElement>(null)

  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    insertText: (text) => field.current && insertText(field.current, text),
    insertMention: ({ nickname, userId }) => field.current && insertText(field.current, `[@${nickname}:${userId}] `),
  }))

  useLayoutEffect(() => {
    const area = field.current
    area?.setSelectionRange(area.value.length, area.value.length)
    return () => {
      if (area && document.activeElement === area) {
        selection.current = { start: area.selectionStart, end: area.selectionEnd }
      }
    }
  }, [selection])

  function onKeyDown(event: KeyboardEvent) {
    if (isImeComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && onEscape) {
      event.stopPropagation()
      onEscape()
    } else if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey) && onSend) {
      event.preventDefault()
      onSend()
    }
  }
  return (
    <textarea
      ref={field}
      className={`${classes.plain} ${className}`}
      rows={1}
      dir="auto"
      value={toPlainField(value)}
      placeholder={placeholder}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={({ target }) => onChange(fromPlainText(target.value))}
      onKeyDown={onKeyDown}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  )
}
