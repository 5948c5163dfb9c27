/** The people of the demo and who follows whom. */
import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { keyOf } from '#platform/db/rows.ts'
import type { Ids } from './batch.ts'
import { DAY, later } from './calendar.ts'
import type { Row } from './demo.repo.ts'
import type { Stored } from './pictures.ts'
import type { Random } from './random.ts'
import type { DemoPerson } from './texts.ts'

export const publicId = (index: number) => `shiliu${String(index + 1).padStart(2, '0')}`

type Circumstances = { ids: Ids; now: number; passwordHash: string; avatars: Map<string, Stored> }

/** Rows in the order of the list; who comes earlier in it registered earlier. */
export function makePeople(random: Random, people: DemoPerson[], given: Circumstances): Row<'users'>[] {
  const { ids, now, passwordHash, avatars } = given
  return people.map((person, index) => {
    const { avatar, interests, ...fields } = person
    const picture = avatars.get(avatar)
    const created_at = now - 420 * DAY + Math.floor(((index + random.next()) / people.length) * 340 * DAY)
    const user_id = publicId(index)
    return {
      ...fields,
      id: ++ids.users,
      user_id,
      user_id_key: keyOf(user_id),
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
      last_login_at: now - Math.floor((0.4 + random.next() * 3) * DAY),
      created_at,
      updated_at: created_at,
    }
  })
}

/**
 * Everyone follows somebody, some are followed by many, many follow back. The ring of neighbours keeps the graph in one
 * piece.
 */
export function makeFollows(random: Random, users: Row<'users'>[], now: number): Row<'follows'>[] {
  const charm = users.map((user, index) => [user, index === 0 ? 12 : 1 + random.next() ** 3 * 12] as const)
  const pairs = new Map<string, Row<'follows'>>()
  const follow = (follower: Row<'users'>, following: Row<'users'>) => {
    const key = `${follower.id}:${following.id}`
    if (follower === following || pairs.has(key)) return
    const since = Math.max(follower.created_at, following.created_at, now - 90 * DAY)
    const created_at = later(random, since, now, 40 * DAY)
    pairs.set(key, { id: 0, follower_id: follower.id, following_id: following.id, created_at })
    if (random.chance(0.35)) follow(following, follower)
  }
  for (const [index, user] of users.entries()) {
    const neighbour = users[(index + 1) % users.length]
    if (neighbour) follow(user, neighbour)
    for (let n = random.int(3, 12); n > 0; n--) follow(user, random.weighted(charm))
  }
  return [...pairs.values()]
}
