import { POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { type KeyboardEvent, useId } from 'react'
import { isComposing } from '#ui/composing.ts'
import { Field } from './Field.tsx'
import classes from './TitleField.module.css'

type Props = { value: string; error: string | undefined; disabled: boolean; onChange: (value: string) => void }

/** A note's title: it wraps, but takes no line breaks. More can be typed than may be sent. */
export function TitleField({ value, error, disabled, onChange }: Props) {
  const id = useId()
  const count = length(value.trim())
  function stayOnLine(event: KeyboardEvent) {
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) event.preventDefault()
  }
  return (
    <Field field="title" id={id} error={error}>
      <label htmlFor={id} className="sr-only">
        标题
      </label>
      {/* The copy of the text beneath gives the height. */}
      <div className={classes.grow} data-text={`${value} `}>
        <textarea
          id={id}
          rows={1}
          value={value}
          placeholder="给笔记起个标题"
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-count ${id}-error`}
          enterKeyHint="next"
          onKeyDown={stayOnLine}
          onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
        />
      </div>
      <p id={`${id}-count`} className={classes.count} data-over={count > POST.titleMax || undefined}>
        {count}/{POST.titleMax}
      </p>
    </Field>
  )
}
