import { POST } from '@shiliu/contract/limits'
import { useId, useRef } from 'react'
import { RichTextField } from '#entities/text/RichTextField.tsx'
import type { RichTextHandle } from '#entities/text/rich-text-handle.ts'
import { textLength } from '#entities/text/typed.ts'
import { WritingTools } from '#entities/text/WritingTools.tsx'
import classes from './ContentField.module.css'
import { Field } from './Field.tsx'

type Props = { value: string; error: string | undefined; disabled: boolean; onChange: (value: string) => void }

/** A note's text, with mentions and emoji; more can be typed than may be sent: nothing of a pasted text gets lost. */
export function ContentField({ value, error, disabled, onChange }: Props) {
  const id = useId()
  const text = useRef<RichTextHandle>(null)
  const count = textLength(value)
  return (
    <Field field="content" id={id} error={error}>
      <div className={classes.box}>
        <RichTextField
          handle={text}
          className={classes.text ?? ''}
          label="正文"
          placeholder="写下此刻的想法"
          value={value}
          onChange={onChange}
          invalid={error !== undefined}
          describedBy={`${id}-count ${id}-error`}
          disabled={disabled}
        />
      </div>
      <div className={classes.foot}>
        <WritingTools field={text} disabled={disabled} />
        <p id={`${id}-count`} className={classes.count} data-over={count > POST.contentMax || undefined}>
          {count}/{POST.contentMax}
        </p>
      </div>
    </Field>
  )
}
