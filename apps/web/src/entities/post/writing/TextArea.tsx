import { type KeyboardEvent, useId } from 'react'
import { Field } from './Field.tsx'
import type { NoteField } from './note.ts'
import classes from './TextArea.module.css'

type Props = {
  field: NoteField
  label: string
  placeholder: string
  value: string
  /** Characters that count, and how many may be there. More can be typed: nothing of a pasted text gets lost. */
  count: number
  max: number
  error: string | undefined
  disabled: boolean
  /** Wraps, but takes no line breaks. */
  oneLine?: boolean
  onChange: (value: string) => void
}

/** A text that grows with what is written into it. */
export function TextArea({ field, label, placeholder, value, count, max, error, disabled, oneLine, onChange }: Props) {
  const id = useId()
  function stayOnLine(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
  }
  return (
    <Field field={field} id={id} error={error}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {/* The copy of the text beneath gives the height. */}
      <div className={classes.grow} data-text={`${value} `} data-one-line={oneLine || undefined}>
        <textarea
          id={id}
          rows={1}
          value={value}
          placeholder={placeholder}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-count ${id}-error`}
          enterKeyHint={oneLine ? 'next' : undefined}
          onKeyDown={oneLine ? stayOnLine : undefined}
          onChange={({ target }) => onChange(oneLine ? target.value.replace(/\s*\n\s*/g, ' ') : target.value)}
        />
      </div>
      <p id={`${id}-count`} className={classes.count} data-over={count > max || undefined}>
        {count}/{max}
      </p>
    </Field>
  )
}
