import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { AvatarField } from '#entities/user/avatar/AvatarField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { TOAST_MS } from '../../toast-ms.ts'
import { addressRule, embeddedPicture, trimAddress } from '../address.ts'
import type { ControlProps } from '../control.ts'
import classes from './AvatarControl.module.css'

/** A person's picture, cut out of a file or by its address; neither is the default one. */
export function AvatarControl({ field, held, error, onChange, onFault }: ControlProps<'avatar'>) {
  const { url, picture } = held
  const shown = url && addressRule(url) === null ? trimAddress(url) : DEFAULT_AVATAR
  return (
    <div className={classes.avatar}>
      <AvatarField
        src={shown}
        name={field.label}
        picture={picture}
        toastMs={TOAST_MS}
        onPick={(cut) => onChange({ url, picture: cut })}
        onFault={onFault}
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
