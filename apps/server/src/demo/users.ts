import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { chinaDay } from '#platform/clock.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import type { Row } from './demo.repo.ts'
import type { StoredPicture } from './pictures.ts'
import type { Random } from './random.ts'
import { DAY, timeAfter } from './random-times.ts'
import type { LastIds } from './row-batch.ts'
import type { DemoPerson } from './texts.ts'

export const publicId = (index: number) => `shiliu${String(index + 1).padStart(2, '0')}`

type Options = { ids: LastIds; now: number; passwordHash: string; avatars: Map<string, StoredPicture> }

/** One row per person, with ids; earlier people registered earlier. */
export function makeUsers(random: Random, people: DemoPerson[], options: Options): Row<'users'>[] {
  const { ids, now, passwordHash, avatars } = options
  return people.map((person, index) => {
    const { avatar, interests, ...fields } = person
    const picture = avatars.get(avatar)
    const created_at = now - 420 * DAY + Math.floor(((index + random.next()) / people.length) * 340 * DAY)
    const user_id = publicId(index)
    return {
      ...fields,
      campus_badge: null,
      id: ++ids.users,
      user_id,
      user_id_key: normalizedKey(user_id),
      password_hash: passwordHash,
      avatar: picture?.url ?? DEFAULT_AVATAR,
      avatar_media_id: picture?.mediaId ?? null,
      interests: JSON.stringify(interests),
      follow_count: 0,
      fans_count: 0,
      post_count: 0,
      like_count: 0,
      collect_count: 0,
      is_active: 1,
      is_hidden: 0,
      is_hiding: 0,
      invitation_id: null,
      last_login_at: now - Math.floor((0.4 + random.next() * 3) * DAY),
      created_at,
      updated_at: created_at,
    }
  })
}

const ACTIVE_DAYS = 60

/** Some have many followers; each user also follows the next one in the list, which keeps the graph connected. */
export function makeFollows(random: Random, users: Row<'users'>[], now: number): Row<'follows'>[] {
  const byPopularity = users.map((user, index) => [user, index === 0 ? 12 : 1 + random.next() ** 3 * 12] as const)
  const follows = new Map<string, Row<'follows'>>()
  const follow = (follower: Row<'users'>, following: Row<'users'>) => {
    const key = `${follower.id}:${following.id}`
    if (follower === following || follows.has(key)) return
    const since = Math.max(follower.created_at, following.created_at, now - 90 * DAY)
    const created_at = timeAfter(random, since, now, 40 * DAY)
    follows.set(key, { id: 0, follower_id: follower.id, following_id: following.id, created_at })
    if (random.chance(0.35)) follow(following, follower)
  }
  for (const [index, user] of users.entries()) {
    const next = users[(index + 1) % users.length]
    if (next) follow(user, next)
    for (let n = random.int(3, 12); n > 0; n--) follow(user, random.weighted(byPopularity))
  }
  return [...follows.values()]
}

/** On which of the last days they were there; some come almost every day. */
export function makeActiveDays(random: Random, users: Row<'users'>[], now: number): { day: number; user_id: number }[] {
  const today = chinaDay(now)
  return users.flatMap(({ id, created_at }) => {
    const habit = 0.2 + random.next() * 0.75
    const days = Array.from({ length: ACTIVE_DAYS }, (_, ago) => today - ago)
    return days.filter((day) => day > chinaDay(created_at) && random.chance(habit)).map((day) => ({ day, user_id: id }))
  })
}
