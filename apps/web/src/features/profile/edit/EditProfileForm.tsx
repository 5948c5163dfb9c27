import { ACCOUNT, EDUCATIONS, GENDERS, PROFILE, ZODIAC_SIGNS } from '@shiliu/contract/limits'
import type { Profile } from '@shiliu/contract/users'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { AvatarField } from '#entities/user/avatar/AvatarField.tsx'
import { ChoiceField } from '#entities/user/fields/ChoiceField.tsx'
import { InterestsField } from '#entities/user/fields/InterestsField.tsx'
import { MbtiPicker } from '#entities/user/fields/MbtiPicker.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import classes from './EditProfileForm.module.css'
import { BioField, LineField } from './ProfileTextFields.tsx'
import { FIELDS, isChanged, type ProfileErrors, type ProfileField, toForm, validate } from './profile-form.ts'
import { AVATAR_STEP, useSaveProfile } from './use-save-profile.ts'

type Props = {
  profile: Profile
  onChanged: (changed: boolean) => void
  onSaving: (saving: boolean) => void
  onClose: () => void
  onSaved: () => void
}

/** The form of the dialog. A failure keeps the input and shows its message at the field it is about. */
export function EditProfileForm({ profile, onChanged, onSaving, onClose, onSaved }: Props) {
  const root = useRef<HTMLFormElement>(null)
  const [initial] = useState(() => toForm(profile))
  const [form, setForm] = useState(initial)
  const [picture, setPicture] = useState<Blob | null>(null)
  const [errors, setErrors] = useState<ProfileErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const { saving, save } = useSaveProfile(profile)
  const disabled = saving || done

  useEffect(() => onChanged(picture !== null || isChanged(form, initial)), [onChanged, picture, form, initial])
  useEffect(() => onSaving(saving), [onSaving, saving])

  function setError(field: ProfileField, message: string | null) {
    setErrors(({ [field]: _, ...others }) => (message === null ? others : { ...others, [field]: message }))
  }
  /** Props of a text or choice field; editing it clears its error. */
  function field<Name extends Exclude<ProfileField, 'avatar' | 'interests'>>(name: Name) {
    return {
      field: name,
      value: form[name],
      error: errors[name],
      disabled,
      onChange(value: string) {
        setForm((current) => ({ ...current, [name]: value }))
        setError(name, null)
      },
    }
  }
  /** Shows the errors and focuses the first invalid field; true without any. */
  function showErrors(found: ProfileErrors): boolean {
    setErrors(found)
    const first = FIELDS.find((name) => found[name])
    if (!first) return true
    const element = root.current?.querySelector(`[data-field="${first}"]`)
    element?.scrollIntoView({ block: 'center' })
    element
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button, [tabindex="0"]')
      ?.focus({ preventScroll: true })
    return false
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    if (disabled || !showErrors(validate(form))) return
    const error = await save(form, initial, picture)
    if (!error) {
      setDone(true)
      toast.success('资料更新成功')
      onSaved()
      return
    }
    toast.error(error.message)
    if (error.field) showErrors({ [error.field]: error.message })
    else setFailure(error.message)
  }

  return (
    <form ref={root} className={classes.form} onSubmit={submit} noValidate aria-label="编辑资料">
      <AvatarField
        src={profile.avatar}
        name={profile.nickname}
        picture={picture}
        error={errors.avatar}
        disabled={disabled}
        onPick={setPicture}
        onError={(message) => setError('avatar', message)}
      />
      <LineField {...field('nickname')} label="昵称" placeholder="给自己起个名字" max={ACCOUNT.nicknameMax} />
      <BioField {...field('bio')} />
      <ChoiceField {...field('gender')} label="性别" choices={GENDERS} />
      <ChoiceField {...field('zodiac_sign')} label="星座" choices={ZODIAC_SIGNS} />
      <MbtiPicker {...field('mbti')} />
      <ChoiceField {...field('education')} label="学历" choices={EDUCATIONS} />
      <LineField {...field('major')} label="专业" placeholder="例如：汉语言文学" max={PROFILE.majorMax} />
      <InterestsField
        interests={form.interests}
        typed={form.interest}
        error={errors.interests}
        disabled={disabled}
        onChange={(interests) => setForm((current) => ({ ...current, interests }))}
        onType={(interest) => setForm((current) => ({ ...current, interest }))}
        onError={(message) => setError('interests', message)}
      />
      <ActionBar>
        <WaitingLine name={AVATAR_STEP} />
        {failure && <p role="alert">{failure}</p>}
        <Button variant="plain" size="lg" disabled={disabled} onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={saving} disabled={done}>
          保存
        </Button>
      </ActionBar>
    </form>
  )
}
