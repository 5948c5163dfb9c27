/** Edits profiles: checks words and names, resolves the avatar, updates the search index. */
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Profile, update } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { resolveAvatar, storedAvatar } from '#modules/media/avatars.service.ts'
import { refuseReservedNickname } from '#modules/moderation/reserved-names.service.ts'
import { checkWords } from '#modules/moderation/word-checks.service.ts'
import { noteFindings, ON_USER } from '#modules/moderation/word-findings.service.ts'
import { reindexPostsOfUser } from '#modules/posts/search-indexing.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { omitUndefined } from '#platform/omit-undefined.ts'

type Input = BodyOf<typeof update>

/** Keeps missing fields, clears empty ones. Throws `user_not_found`, `forbidden`, `image_foreign`, `invalid_input`. */
export function updateProfile(ctx: Ctx, viewerId: number, publicId: string, input: Input): Promise<Profile> {
  return tx(ctx, async (t) => {
    // Concurrent changes must each see the nickname that they replace.
    await users.lockUsers(t, [viewerId])
    const user = await users.requireOwnUser(t, viewerId, publicId)
    const check = checkWords(t)
    const { nickname, bio, major, interests } = input
    // What an administrator gave may stay.
    if (typeof nickname === 'string' && nickname !== user.nickname) refuseReservedNickname(t, nickname)
    const checked = {
      ...input,
      ...(typeof nickname === 'string' && { nickname: check.line('nickname', nickname) }),
      ...(typeof bio === 'string' && { bio: check.markup('bio', bio) }),
      ...(typeof major === 'string' && { major: check.line('major', major) }),
      ...(interests && { interests: interests.map((interest) => check.line('interests', interest)) }),
    }
    const profile = presentProfile(t, await changeProfile(t, user, checked, {}))
    await noteFindings(t, check, { type: ON_USER, id: user.id })
    return profile
  })
}

/** The user's own fields, and what only the back office sets. */
type Changes = Partial<Input> & { location?: string | undefined }

/** As `updateProfile`, for any account; returns the resulting row. `allowExternal` accepts avatars on other sites. */
export async function changeProfile(
  t: Ctx,
  user: users.UserRow,
  { nickname, avatar, bio, interests, ...others }: Changes,
  { allowExternal = false }: { allowExternal?: boolean },
): Promise<users.UserRow> {
  const changes: users.ProfileChanges = {
    nickname,
    ...others,
    ...(interests !== undefined && { interests: interests && JSON.stringify(interests) }),
    ...(bio !== undefined && { bio: users.cleanBio(bio ?? '') }),
    ...(avatar !== undefined &&
      (avatar === null || (await storedAvatar(t, avatar)) !== user.avatar) &&
      (await resolveAvatar(t, avatar, allowExternal ? 'administrator' : { userId: user.id }))),
  }
  const after = await users.updateProfile(t, user, omitUndefined(changes))
  if (after.nickname !== user.nickname) await reindexPostsOfUser(t, user.id)
  return after
}
