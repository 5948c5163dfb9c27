/** The picture that an account shows: one of ours, or the default (wire rule 23). */
import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './media.repo.ts'
import { detailUrl, requireOwn, requirePictures } from './media.service.ts'

/** As the user's row keeps it. */
export type Avatar = { avatar: string; avatar_media_id: number | null }

const NONE: Avatar = { avatar: DEFAULT_AVATAR, avatar_media_id: null }

/**
 * The avatar of this address, within the transaction that writes the user's row; the default where there is none.
 * `anywhere` takes any https address, too. Throws `image_foreign`.
 */
export async function chooseAvatar(t: Ctx, url: string | null, anywhere = false): Promise<Avatar> {
  if (!url || url === DEFAULT_AVATAR) return NONE
  const [ref] = anywhere ? await requirePictures(t, [url], { anywhere, field: 'avatar' }) : []
  if (ref?.url) return { avatar: ref.url, avatar_media_id: null }
  const picture = await hold(t, url)
  return { avatar: detailUrl(t.storage, picture.media_key), avatar_media_id: picture.id }
}

/** As `chooseAvatar`, but the default for what is not ours: other clients send the address of their own default. */
export async function ownAvatarOrDefault(t: Ctx, url: string | null): Promise<Avatar> {
  try {
    return await chooseAvatar(t, url)
  } catch (error) {
    if (error instanceof AppError && error.code === 'image_foreign') return NONE
    throw error
  }
}

/**
 * A picture that a user's row will name. No foreign key keeps it there (pictures refer to users already, and a circle
 * of keys lets neither go), so the row is held until the transaction ends: whoever removes unused pictures sees it used.
 */
async function hold(t: Ctx, url: string): Promise<repo.MediaRow> {
  const [picture] = await requireOwn(t, [url], 'avatar')
  const [held] = picture ? await repo.lockMedia(t.db, t.engine, [picture.id]) : []
  if (!held) throw new AppError('image_foreign', { field: 'avatar' })
  return held
}
