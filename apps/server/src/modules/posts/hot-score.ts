import { DAY_MS, HOUR_MS } from '#platform/clock.ts'

/** A featured post ranks like one with four times the engagement: four days younger. */
const FEATURED = 2

type Engagement = { like_count: number; collect_count: number; comment_count: number; view_count: number }

/** A post that is this much younger ranks like one with twice the engagement. */
const HALF_LIFE_MS = 2 * DAY_MS

/** Each post of the author's day before makes a post half a day older in this order, up to a week. */
const PER_DAY_POST_MS = 12 * HOUR_MS
export const DAY_POSTS_MAX = 14

type Ranked = Engagement & { created_at: number; day_posts: number; is_featured: number }

/** Log of engagement, decaying with age. All posts decay at the same rate, so a stored score stays valid. */
export function hotScore(post: Ranked): number {
  const engagement = post.like_count + 2 * post.collect_count + 3 * post.comment_count + post.view_count / 20
  const rankedFrom = post.created_at - Math.min(post.day_posts, DAY_POSTS_MAX) * PER_DAY_POST_MS
  // A counter that drifted below zero must not stop the scores of all others from being written.
  return Math.log2(1 + Math.max(0, engagement)) + rankedFrom / HALF_LIFE_MS + post.is_featured * FEATURED
}
