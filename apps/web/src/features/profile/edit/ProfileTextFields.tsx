import { PROFILE } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { useRef } from 'react'
import { EmojiButton } from '#entities/emoji/EmojiButton.tsx'
import { FormField } from '#ui/form/FormField.tsx'
import { insertText } from '#ui/form/text-input.ts'
import classes from './EditProfileForm.module.css'
import { bioLength } from './profile-form.ts'

type Props = {
  field: string
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

type LineProps = Props & {
  label: string
  placeholder: string
  /** Characters. Typing is not cut off there, so that a pasted text stays whole. */
  max: number
}

export function LineField({ field, label, placeholder, value, max, error, disabled, onChange }: LineProps) {
  return (
    <FormField field={field} label={label} aside={`${length(value.trim())}/${max}`} error={error}>
      {({ id, describedBy }) => (
        <input
          id={id}
          className={classes.line}
          dir="auto"
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}

export function BioField({ field, value, error, disabled, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <FormField field={field} label="简介" error={error}>
      {({ id, describedBy }) => (
        <div className={classes.bio} data-error={error ? true : undefined}>
          {/* An invisible copy of the text makes the area as high as its content. */}
          <div className={classes.grow} data-text={`${value} `}>
            <textarea
              dir="auto"
              ref={area}
              id={id}
              rows={3}
              aria-describedby={`${id}-count ${describedBy}`}
              aria-invalid={error ? true : undefined}
              placeholder="介绍一下自己吧"
              value={value}
              disabled={disabled}
              onChange={({ target }) => onChange(target.value)}
            />
          </div>
          <div className={classes.tools}>
            <EmojiButton
              disabled={disabled}
              onPick={(emoji) => area.current && insertText(area.current, emoji)}
              onLeave={() => area.current?.focus({ preventScroll: true })}
            />
            <span
              id={`${id}-count`}
              className={classes.count}
              data-over={bioLength(value) > PROFILE.bioMax || undefined}
            >
              {bioLength(value)}/{PROFILE.bioMax}
            </span>
          </div>
        </div>
      )}
    </FormField>
  )
}
