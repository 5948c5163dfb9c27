import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import { call } from '#api/client.ts'
import { createToggles } from '../post/serial-toggle.ts'

/** Likes of comments, shared by notes and notifications so that their requests are serialized. */
export const commentLikes = createToggles(async (id, on) => {
  const body = { target_type: TARGET.comment, target_id: id }
  const { liked, likeCount } = await call(on ? likes.create : likes.remove, { body })
  return { on: liked, count: likeCount }
})
