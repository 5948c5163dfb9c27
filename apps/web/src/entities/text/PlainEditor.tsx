import { fromPlainText } from '@shiliu/contract/rich-text'
import { type KeyboardEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { isComposing } from '#ui/composing.ts'
import { insertText } from '#ui/insert-text.ts'
import classes from './RichText.module.css'
import type { FieldProps } from './RichTextField.tsx'
import { toTyped } from './typed.ts'

type Props = FieldProps & { onComposing: (composing: boolean) => void }

/** The field before the editor is there, or where it could not be fetched: mentions are their markers. */
export function PlainEditor({ value, onChange, selected, handle, onComposing, ...props }: Props) {
  const { label, placeholder, invalid, describedBy, disabled, className, onSend, onEscape } = props
  const field = useRef<HTMLTextAreaElement>(null)

  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    insertText: (text) => field.current && insertText(field.current, text),
    insertMention: ({ nickname, userId }) => field.current && insertText(field.current, `[@${nickname}:${userId}] `),
  }))

  // What the editor finds when it takes over.
  useLayoutEffect(() => {
    const area = field.current
    area?.setSelectionRange(area.value.length, area.value.length)
    return () => {
      if (area && document.activeElement === area) {
        selected.current = { start: area.selectionStart, end: area.selectionEnd }
      }
    }
  }, [selected])

  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
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
      value={toTyped(value)}
      placeholder={placeholder}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={({ target }) => onChange(fromPlainText(target.value))}
      onKeyDown={press}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  )
}
