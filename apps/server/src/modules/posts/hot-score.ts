/** The ranking of the recommended feed. */

type Engagement = { like_count: number; collect_count: number; comment_count: number; view_count: number }

/** A post that is this much younger ranks like one with twice the engagement. */
const HALF_LIFE_MS = 2 * 24 * 3600 * 1000

/**
 * Log of engagement with exponential decay over age. All posts decay at the same rate, so their order changes only with
 * engagement and a stored score never needs recomputation.
 */
export function hotScore(post: Engagement & { created_at: number }): number {
  const engagement = post.like_count + 2 * post.collect_count + 3 * post.comment_count + post.view_count / 20
  return Math.log2(1 + engagement) + post.created_at / HALF_LIFE_MS
}
