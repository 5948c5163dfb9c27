type Engagement = { like_count: number; collect_count: number; comment_count: number; view_count: number }

/** A post that is this much younger ranks like one with twice the engagement. */
const HALF_LIFE_MS = 2 * 24 * 3600 * 1000

/** Log of engagement, decaying with age. All posts decay at the same rate, so a stored score stays valid. */
export function hotScore(post: Engagement & { created_at: number }): number {
  const engagement = post.like_count + 2 * post.collect_count + 3 * post.comment_count + post.view_count / 20
  return Math.log2(1 + engagement) + post.created_at / HALF_LIFE_MS
}
