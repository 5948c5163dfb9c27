import { IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { withPictures } from '#entities/text/document.ts'
import { RichTextField } from '#entities/text/RichTextField.tsx'
import type { RichTextHandle } from '#entities/text/rich-text-handle.ts'
import { textLength } from '#entities/text/typed.ts'
import { WritingTools } from '#entities/text/WritingTools.tsx'
import { picturesOf } from '#entities/user/pictures-of.ts'
import type { ControlProps } from '../control.ts'
import { withoutPictures } from '../rich-value.ts'
import classes from './RichControl.module.css'

/** A text with mentions and emoji. Pictures that stand behind it stay there, or are taken out. */
export function RichControl({ field, held, error, onChange }: ControlProps<'rich'>) {
  const id = useId()
  const text = useRef<RichTextHandle>(null)
  const { label, placeholder, required, max } = field
  const pictures = picturesOf(held)
  const count = textLength(held)

  function takeOut(picture: string) {
    onChange(
      withPictures(
        withoutPictures(held),
        pictures.filter((other) => other !== picture),
      ),
    )
    text.current?.focus()
  }
  return (
    <div>
      <p className={classes.label} aria-hidden>
        {label}
        {required && <span className={classes.required}> *</span>}
      </p>
      <div className={classes.box} data-error={error ? true : undefined}>
        <RichTextField
          handle={text}
          className={classes.text ?? ''}
          label={label}
          placeholder={placeholder ?? `请输入${label}`}
          value={withoutPictures(held)}
          onChange={(written) => onChange(withPictures(written, pictures))}
          invalid={error !== undefined}
          describedBy={`${id}-count ${id}-error`}
        />
        {pictures.length > 0 && (
          <ul className={classes.pictures} aria-label="文中的图片">
            {pictures.map((picture, index) => (
              <li key={picture}>
                <img src={picture} alt={`第${index + 1}张图片`} />
                <button type="button" aria-label={`删除第${index + 1}张图片`} onClick={() => takeOut(picture)}>
                  <IconX size={14} stroke={2} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className={classes.foot}>
          <WritingTools field={text} accountless />
          <p id={`${id}-count`} className={classes.count} data-over={count > max || undefined}>
            {count}/{max}
          </p>
        </div>
      </div>
      <p id={`${id}-error`} className={classes.error} role="alert">
        {error}
      </p>
    </div>
  )
}
