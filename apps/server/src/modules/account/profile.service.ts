/** Changing one's own profile (spec sections 3, 5 «Profile»; wire rules 11, 12, 23). */
import type { BodyOf } from '@shiliu/contract/endpoint'
import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { cleanTokens, formatRichText, plainText } from '@shiliu/contract/rich-text'
import { bioRule } from '@shiliu/contract/rules'
import type { Profile, update } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import * as media from '#modules/media/media.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { requireOwnAccount } from './own-account.ts'

type Input = BodyOf<typeof update>

/**
 * Changes the fields that were sent; those sent empty go. Throws `user_not_found`, `forbidden`, `image_foreign`,
 * `invalid_input`.
 */
export function updateProfile(ctx: Ctx, viewerId: number, publicId: string, input: Input): Promise<Profile> {
  return tx(ctx, async (t) => {
    const user = await requireOwnAccount(t, viewerId, publicId)
    const { nickname, avatar, bio, interests, ...personality } = input
    const changes: users.ProfileChanges = {
      nickname,
      ...personality,
      ...(interests !== undefined && { interests: interests && JSON.stringify(interests) }),
      ...(bio !== undefined && { bio: cleanBio(bio ?? '') }),
      ...(avatar !== undefined && avatar !== user.avatar && (await chooseAvatar(t, avatar))),
    }
    return presentProfile(await users.updateProfile(t, user, withoutUndefined(changes)))
  })
}

function cleanBio(source: string): string {
  const tokens = cleanTokens(source, { images: false })
  const message = bioRule(plainText(tokens))
  if (message) throw new AppError('invalid_input', { field: 'bio', message })
  return formatRichText(tokens)
}

async function chooseAvatar(t: Ctx, url: string | null): Promise<Pick<users.UserRow, 'avatar' | 'avatar_media_id'>> {
  if (!url || url === DEFAULT_AVATAR) return { avatar: DEFAULT_AVATAR, avatar_media_id: null }
  const picture = await media.requireAvatar(t, url)
  return { avatar: media.detailUrl(t.storage, picture.media_key), avatar_media_id: picture.id }
}

function withoutUndefined(changes: users.ProfileChanges): users.ProfileChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}
