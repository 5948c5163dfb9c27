import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

/** The states of notes and comments, whatever they are. */
export async function listStates(db: Db, postIds: number[], commentIds: number[]) {
  const columns = ['id as target_id', 'state', 'state_reason'] as const
  const posts = db.selectFrom('posts').select(columns).where('id', 'in', postIds)
  const comments = db.selectFrom('comments').select(columns).where('id', 'in', commentIds)
  const ofPosts = postIds.length === 0 ? [] : await posts.execute()
  const ofComments = commentIds.length === 0 ? [] : await comments.execute()
  return [
    ...ofPosts.map((row) => ({ ...row, target_type: TARGET.post })),
    ...ofComments.map((row) => ({ ...row, target_type: TARGET.comment })),
  ]
}
