import * as uploads from '@shiliu/contract/uploads'
import type { Profile } from '@shiliu/contract/users'
import { useRef, useState } from 'react'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { upload } from '#api/upload.ts'
import { patiently } from '#data/patience.ts'
import { saveProfile } from '#entities/user/user.queries.ts'
import { fieldOfError, type ProfileField, type ProfileForm, toBody } from './profile-form.ts'

/** What `WaitingLine` shows while the server asks to wait. */
export const AVATAR_STEP = 'avatar'

/** `field` is null for a message about no particular field. */
type Failure = { field: ProfileField | null; message: string }

/** Saves the profile: uploads the new avatar, and only if that succeeds sends the fields. */
export function useSaveProfile(profile: Profile) {
  const [saving, setSaving] = useState(false)
  /** The last uploaded avatar, reused if the fields are rejected. */
  const uploaded = useRef<{ picture: Blob; url: string } | null>(null)

  async function uploadAvatar(picture: Blob): Promise<string> {
    if (uploaded.current?.picture === picture) return uploaded.current.url
    const { url } = await patiently(AVATAR_STEP, () => upload(uploads.single, picture, { fileName: 'avatar.png' }))
    uploaded.current = { picture, url }
    return url
  }

  /** Resolves to null once everything is saved. */
  async function save(form: ProfileForm, initial: ProfileForm, picture: Blob | null): Promise<Failure | null> {
    setSaving(true)
    try {
      const avatar = picture && (await uploadAvatar(picture).catch(() => null))
      if (picture && avatar === null) return { field: 'avatar', message: '头像上传失败，请重试' }
      const body = toBody(form, initial, avatar)
      await saveProfile(profile.user_id, body)
      return null
    } catch (error) {
      const field = error instanceof ApiError ? fieldOfError(error.field, error.error) : null
      return { field, message: actionErrorMessage(error, '更新失败，请重试') }
    } finally {
      setSaving(false)
    }
  }
  return { saving, save }
}
