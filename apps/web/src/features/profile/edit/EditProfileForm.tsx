import { ACCOUNT, EDUCATIONS, GENDERS, PROFILE, ZODIAC_SIGNS } from '@shiliu/contract/limits'
import type { Profile } from '@shiliu/contract/users'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AvatarField } from '#entities/user/avatar/AvatarField.tsx'
import { ChoiceField } from '#entities/user/fields/ChoiceField.tsx'
import { InterestsField } from '#entities/user/fields/InterestsField.tsx'
import { MbtiPicker } from '#entities/user/fields/MbtiPicker.tsx'
import { Button } from '#ui/Button.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { toast } from '#ui/toast.ts'
import { BioField } from './BioField.tsx'
import classes from './EditProfileForm.module.css'
import { LineField } from './LineField.tsx'
import { errorsOf, FIELDS, formOf, isChanged, type ProfileErrors, type ProfileField } from './profile-form.ts'
import { useSaveProfile } from './use-save-profile.ts'

type Props = {
  profile: Profile
  onChanged: (changed: boolean) => void
  onSaving: (saving: boolean) => void
  onClose: () => void
  onSaved: () => void
}

/** The fields of a profile. Everything typed survives a failure; what is wrong is said at its field. */
export function EditProfileForm({ profile, onChanged, onSaving, onClose, onSaved }: Props) {
  const root = useRef<HTMLFormElement>(null)
  const [before] = useState(() => formOf(profile))
  const [form, setForm] = useState(before)
  const [picture, setPicture] = useState<Blob | null>(null)
  const [errors, setErrors] = useState<ProfileErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const { saving, save } = useSaveProfile(profile)
  const disabled = saving || done

  useEffect(() => onChanged(picture !== null || isChanged(form, before)), [onChanged, picture, form, before])
  useEffect(() => onSaving(saving), [onSaving, saving])

  function fault(field: ProfileField, message: string | null) {
    setErrors(({ [field]: _, ...others }) => (message === null ? others : { ...others, [field]: message }))
  }
  /** Props of a text or choice; attending to a field takes its error away. */
  function field<Name extends Exclude<ProfileField, 'avatar' | 'interests'>>(name: Name) {
    return {
      field: name,
      value: form[name],
      error: errors[name],
      disabled,
      onChange(value: string) {
        setForm((current) => ({ ...current, [name]: value }))
        fault(name, null)
      },
    }
  }
  /** True when nothing is wrong; otherwise the first wrong field is gone to. */
  function show(found: ProfileErrors): boolean {
    setErrors(found)
    const first = FIELDS.find((name) => found[name])
    if (!first) return true
    const place = root.current?.querySelector(`[data-field="${first}"]`)
    place?.scrollIntoView({ block: 'center' })
    place
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button, [tabindex="0"]')
      ?.focus({ preventScroll: true })
    return false
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    if (disabled || !show(errorsOf(form))) return
    const refusal = await save(form, before, picture)
    if (!refusal) {
      setDone(true)
      toast.success('资料更新成功')
      onSaved()
      return
    }
    toast.error(refusal.message)
    if (refusal.field) show({ [refusal.field]: refusal.message })
    else setFailure(refusal.message)
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
        onFault={(message) => fault('avatar', message)}
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
        onFault={(message) => fault('interests', message)}
      />
      <DialogActions failure={failure}>
        <Button variant="plain" size="lg" disabled={disabled} onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={saving} disabled={done}>
          保存
        </Button>
      </DialogActions>
    </form>
  )
}
