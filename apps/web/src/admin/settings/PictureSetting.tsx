import * as uploads from '@shiliu/contract/uploads'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { messageOf } from '#api/error.ts'
import { upload } from '#api/upload.ts'
import { patiently } from '#data/patience.ts'
import { PICTURE_TYPES } from '#entities/picture/file-rules.ts'
import { Button } from '#ui/form/Button.tsx'
import { FormField } from '#ui/form/FormField.tsx'
import classes from './SettingControl.module.css'
import type { Props } from './SettingControl.tsx'
import { SETTINGS_STEP } from './use-settings.ts'

/** A picture that is uploaded when it is chosen; the setting is its address. */
export function PictureSetting({ field, text, error, onType }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const pick = useRef<HTMLButtonElement>(null)
  const sending = useMutation({
    mutationFn: (file: File) =>
      patiently(SETTINGS_STEP, () => upload(uploads.single, file, { fileName: file.name, as: 'admin' }), {
        realm: 'admin',
      }),
    onSuccess: ({ url }) => onType(url),
  })

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Cleared so that choosing the same file again fires a change.
    target.value = ''
    if (file) sending.mutate(file)
  }

  function remove() {
    sending.reset()
    onType('')
    // This button goes.
    pick.current?.focus()
  }

  return (
    <FormField
      field={field.name}
      label={field.label}
      error={error ?? (sending.error ? messageOf(sending.error, '上传失败，请重试') : undefined)}
      group
    >
      <p className={classes.hint}>{field.description}</p>
      <div className={classes.row}>
        {text ? <img className={classes.picture} src={text} alt={field.label} /> : <span>没有设置</span>}
        <Button ref={pick} size="sm" variant="plain" loading={sending.isPending} onClick={() => input.current?.click()}>
          {text ? '换一张' : '上传图片'}
        </Button>
        {text && (
          <Button size="sm" variant="plain" onClick={remove}>
            去掉
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_TYPES.join()}
          aria-label={field.label}
          onChange={choose}
        />
      </div>
    </FormField>
  )
}
