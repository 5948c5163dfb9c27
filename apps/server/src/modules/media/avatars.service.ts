import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './media.repo.ts'
import {
  type Author,
  requireUploaded,
  resolvePictures,
  storedAddresses,
  storedDetailUrl,
  withoutOwnOrigin,
} from './media.service.ts'

export type Avatar = { avatar: string; avatar_media_id: number | null }

const DEFAULT: Avatar = { avatar: DEFAULT_AVATAR, avatar_media_id: null }

/** Must run in the transaction that writes the user. Administrators may enter any https URL. Throws `image_foreign`. */
export async function resolveAvatar(t: Ctx, url: string | null, author: Author): Promise<Avatar> {
  if (!url || withoutOwnOrigin(t, url) === DEFAULT_AVATAR) return DEFAULT
  const [ref] = author === 'administrator' ? await resolvePictures(t, [url], { author, field: 'avatar' }) : []
  if (ref?.url) return { avatar: ref.url, avatar_media_id: null }
  const picture = await lockPicture(t, url, author)
  return { avatar: storedDetailUrl(picture.media_key), avatar_media_id: picture.id }
}

/** An avatar's address as the database keeps it. */
export async function storedAvatar(t: Ctx, url: string): Promise<string> {
  const [address = url] = await storedAddresses(t, [url])
  return address
}

/** For a new account: existing clients send the URL of their own default avatar, so what is not ours is the default. */
export async function resolveAvatarOrDefault(t: Ctx, url: string | null): Promise<Avatar> {
  try {
    return await resolveAvatar(t, url, { userId: null })
  } catch (error) {
    if (error instanceof AppError && error.code === 'image_foreign') return DEFAULT
    throw error
  }
}

/** `users.avatar_media_id` has no foreign key (it would be a cycle): the lock blocks a concurrent deletion instead. */
async function lockPicture(t: Ctx, url: string, author: Author): Promise<repo.MediaRow> {
  const [picture] = await requireUploaded(t, [url], { author, field: 'avatar' })
  const [locked] = picture ? await repo.lockMedia(t.db, t.engine, [picture.id]) : []
  if (!locked) throw new AppError('image_foreign', { field: 'avatar' })
  return locked
}
