import * as uploads from '@shiliu/contract/uploads'
import type { Profile } from '@shiliu/contract/users'
import * as users from '@shiliu/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, refusalOf } from '#api/error.ts'
import { upload } from '#api/upload.ts'
import { ownProfileChanged } from '#entities/user/own-profile-changed.ts'
import { bodyOf, fieldOf, type ProfileField, type ProfileForm } from './profile-form.ts'

/** What is wrong, and at which field; null where at none in particular. */
type Refusal = { field: ProfileField | null; message: string }

/** Sends a changed profile: first the new picture, which aborts all when it fails, then the rest (spec section 4). */
export function useSaveProfile(profile: Profile) {
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  /** A picture that is there already is not sent again when the rest was refused. */
  const sent = useRef<{ picture: Blob; url: string } | null>(null)

  async function send(picture: Blob): Promise<string> {
    if (sent.current?.picture === picture) return sent.current.url
    const { url } = await upload(uploads.single, picture, { fileName: 'avatar.png' })
    sent.current = { picture, url }
    return url
  }

  /** null when all is saved. */
  async function save(form: ProfileForm, before: ProfileForm, picture: Blob | null): Promise<Refusal | null> {
    setSaving(true)
    try {
      const avatar = picture && (await send(picture).catch(() => null))
      if (picture && avatar === null) return { field: 'avatar', message: '头像上传失败，请重试' }
      const body = bodyOf(form, before, avatar)
      ownProfileChanged(client, await call(users.update, { params: { id: profile.user_id }, body }))
      return null
    } catch (error) {
      const named = error instanceof ApiError ? fieldOf(error.field, error.error) : null
      return { field: named, message: refusalOf(error, '更新失败，请重试') }
    } finally {
      setSaving(false)
    }
  }
  return { saving, save }
}
