/** User rows as API shapes. Every response about a user is built here, so that the password hash cannot leak. */
import type { OwnUser } from '@shiliu/contract/auth'
import type { UserBase } from '@shiliu/contract/common'
import type { Profile, UserStats } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { iso, isoOrNull } from '#platform/clock.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import type { UserRow } from './users.repo.ts'

type WithStorage = Pick<Ctx, 'storage'>

export function presentUserBase({ storage }: WithStorage, user: UserRow): UserBase {
  const avatar = shownAddress(storage, user.avatar)
  const { id, user_id, nickname, bio, location, follow_count, fans_count, like_count } = user
  return { id, user_id, nickname, avatar, bio, location, follow_count, fans_count, like_count }
}

export function presentPersonality(user: UserRow) {
  const { gender, zodiac_sign, mbti, education, major, interests } = user
  return {
    gender,
    zodiac_sign,
    mbti,
    education,
    major,
    interests: interests ? (JSON.parse(interests) as string[]) : null,
  }
}

export function presentOwnUser(ctx: WithStorage, user: UserRow): OwnUser {
  return {
    ...presentUserBase(ctx, user),
    is_active: user.is_active === 1 ? 1 : 0,
    created_at: iso(user.created_at),
    campus_badge: user.campus_badge,
    ...presentPersonality(user),
  }
}

export function presentProfile(ctx: WithStorage, user: UserRow): Profile {
  return {
    ...presentOwnUser(ctx, user),
    last_login_at: isoOrNull(user.last_login_at),
    updated_at: iso(user.updated_at),
  }
}

export function presentStats(user: UserRow): UserStats {
  const { follow_count, fans_count, post_count, like_count, collect_count } = user
  return { follow_count, fans_count, post_count, like_count, collect_count, likes_and_collects: likesAndCollects(user) }
}

export function likesAndCollects({ like_count, collect_count }: Pick<UserRow, 'like_count' | 'collect_count'>): number {
  return like_count + collect_count
}
