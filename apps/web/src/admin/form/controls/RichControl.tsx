import { formatRichText, parseRichText } from '@shiliu/contract/rich-text'
import { IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { picturesOf, withPictures } from '#entities/text/document.ts'
import { textLength } from '#entities/text/plain-field.ts'
import { RichTextField, type RichTextHandle } from '#entities/text/RichTextField.tsx'
import { WritingTools } from '#entities/text/WritingTools.tsx'
import type { ControlProps } from '../../define-field.ts'
import classes from './RichControl.module.css'

/** Text with mentions and emoji. Pictures after the text can only be removed. */
export function RichControl({ field, value, error, onChange }: ControlProps<'rich'>) {
  const id = useId()
  const editor = useRef<RichTextHandle>(null)
  const { label, placeholder, required, max } = field
  const pictures = picturesOf(value)
  const count = textLength(value)

  function removePicture(picture: string) {
    const others = pictures.filter((other) => other !== picture)
    onChange(withPictures(withoutPictures(value), others))
    editor.current?.focus()
  }
  return (
    <div>
      <p className={classes.label} aria-hidden>
        {label}
        {required && <span className={classes.required}> *</span>}
      </p>
      <div className={classes.box} data-error={error ? true : undefined}>
        <RichTextField
          handle={editor}
          className={classes.text ?? ''}
          label={label}
          placeholder={placeholder ?? `请输入${label}`}
          value={withoutPictures(value)}
          onChange={(text) => onChange(withPictures(text, pictures))}
          invalid={error !== undefined}
          describedBy={`${id}-count ${id}-error`}
        />
        {pictures.length > 0 && (
          <ul className={classes.pictures} aria-label="文中的图片">
            {pictures.map((picture, index) => (
              <li key={picture}>
                <img src={picture} alt={`第${index + 1}张图片`} />
                <button type="button" aria-label={`删除第${index + 1}张图片`} onClick={() => removePicture(picture)}>
                  <IconX size={14} stroke={2} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className={classes.foot}>
          <WritingTools field={editor} accountless />
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

function withoutPictures(source: string): string {
  return formatRichText(parseRichText(source).filter(({ kind }) => kind !== 'image'))
}
