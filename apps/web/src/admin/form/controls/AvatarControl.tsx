import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { AvatarField } from '#entities/user/avatar/AvatarField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import type { ControlProps } from '../../define-field.ts'
import { ADMIN_TOAST_MS } from '../../feedback.ts'
import { addressRule, embeddedPicture, trimAddress } from '../picture-address.ts'
import classes from './AvatarControl.module.css'

export function AvatarControl({ field, value, error, onChange, onError }: ControlProps<'avatar'>) {
  const { url, picture } = value
  const shown = url && addressRule(url) === null ? trimAddress(url) : DEFAULT_AVATAR
  return (
    <div className={classes.avatar}>
      <AvatarField
        src={shown}
        name={field.label}
        picture={picture}
        toastMs={ADMIN_TOAST_MS}
        onPick={(cropped) => onChange({ url, picture: cropped })}
        onError={onError}
      />
      <TextField
        name={field.name}
        label="头像网址"
        description={picture ? '保存时上传刚才裁好的头像，用不着网址' : '也可以填 https 地址；留空是默认头像'}
        placeholder={picture ? undefined : 'https://'}
        inputMode="url"
        value={picture ? '' : url}
        error={error}
        readOnly={picture !== null}
        onChange={(typed) => {
          const embedded = embeddedPicture(typed)
          onChange(embedded ? { url, picture: embedded } : { url: typed, picture: null })
        }}
        onBlur={() => url !== trimAddress(url) && onChange({ url: trimAddress(url), picture })}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}
