type Engagement = { like_count: number; collect_count: number; comment_count: number; view_count: number }

/** A post that is this much younger ranks like one with twice the engagement. */
const HALF_LIFE_MS = 2 * 24 * 3600 * 1000

/** Each post of the author's day before makes a post half a day older in this order, up to a week. */
const PER_DAY_POST_MS = 12 * 3600 * 1000
export const DAY_POSTS_MAX = 14

/** Log of engagement, decaying with age. All posts decay at the same rate, so a stored score stays valid. */
export function hotScore(post: Engagement & { created_at: number; day_posts: number }): number {
  const engagement = post.like_count + 2 * post.collect_count + 3 * post.comment_count + post.view_count / 20
  const rankedFrom = post.created_at - Math.min(post.day_posts, DAY_POSTS_MAX) * PER_DAY_POST_MS
  return Math.log2(1 + engagement) + rankedFrom / HALF_LIFE_MS
}
