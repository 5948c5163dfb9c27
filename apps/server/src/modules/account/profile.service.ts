/** Changing one's own profile (spec sections 3, 5 «Profile»; wire rules 11, 12, 23). */
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Profile, update } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { chooseAvatar } from '#modules/media/avatars.service.ts'
import { renameAuthor } from '#modules/posts/findable.service.ts'
import { cleanBio } from '#modules/users/bio.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { requireOwnAccount } from './own-account.ts'

type Input = BodyOf<typeof update>

/**
 * Changes the fields that were sent; those sent empty go. Throws `user_not_found`, `forbidden`, `image_foreign`,
 * `invalid_input`.
 */
export function updateProfile(ctx: Ctx, viewerId: number, publicId: string, input: Input): Promise<Profile> {
  return tx(ctx, async (t) => {
    // Of two changes at once, the later one must see the nickname that it changes.
    await users.lockUsers(t, [viewerId])
    const user = await requireOwnAccount(t, viewerId, publicId)
    return presentProfile(await changeProfile(t, user, input, {}))
  })
}

/** What a person tells, and what only the back office sets. */
type Changes = Partial<Input> & { location?: string | undefined; is_active?: 0 | 1 | undefined }

/**
 * As `updateProfile`, of anybody within the caller's transaction; the avatar may come from `anywhere` where an
 * administrator enters it (wire rule 23). Answers the account as it is then.
 */
export async function changeProfile(
  t: Ctx,
  user: users.UserRow,
  { nickname, avatar, bio, interests, ...others }: Changes,
  { anywhere = false }: { anywhere?: boolean },
): Promise<users.UserRow> {
  const changes: users.ProfileChanges = {
    nickname,
    ...others,
    ...(interests !== undefined && { interests: interests && JSON.stringify(interests) }),
    ...(bio !== undefined && { bio: cleanBio(bio ?? '') }),
    ...(avatar !== undefined && avatar !== user.avatar && (await chooseAvatar(t, avatar, anywhere))),
  }
  const after = await users.updateProfile(t, user, withoutUndefined(changes))
  if (after.nickname !== user.nickname) await renameAuthor(t, user.id)
  return after
}

function withoutUndefined(changes: users.ProfileChanges): users.ProfileChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}
