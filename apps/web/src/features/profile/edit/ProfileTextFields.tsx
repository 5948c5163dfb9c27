import { PROFILE } from '@shiliu/contract/limits'
import { useRef } from 'react'
import { EmojiButton } from '#entities/emoji/EmojiButton.tsx'
import { FieldBox } from '#ui/FieldBox.tsx'
import { insertText } from '#ui/insert-text.ts'
import classes from './EditProfileForm.module.css'
import { bioLength } from './profile-form.ts'

type Props = {
  field: string
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** What one says of oneself, with emoji. */
export function BioField({ field, value, error, disabled, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <FieldBox field={field} label="简介" error={error}>
      {({ id, describedBy }) => (
        <div className={classes.bio} data-error={error ? true : undefined}>
          {/* The copy of the text beneath gives the height. */}
          <div className={classes.grow} data-text={`${value} `}>
            <textarea
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
    </FieldBox>
  )
}
