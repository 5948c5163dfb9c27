/** What authors are told of decisions about their notes and comments. */
import type { Ctx } from '#deps.ts'
import type { Decision } from '#modules/moderation/history.service.ts'
import { notifyBySite } from '#modules/notifications/notifications.service.ts'

const WORDS: Partial<Record<Decision['action'], string>> = {
  approve: '通过了审核',
  reject: '没有通过审核',
  hide: '被隐藏了',
  restore: '已恢复',
  delete: '被删除了',
}

/** What an author is told of a decision about `what`; null where nothing is told. */
export function noticeTitle(
  what: string,
  { action, reason }: Omit<Decision, 'actor'>,
  words = action === 'undo' ? '的处理已撤销' : WORDS[action],
): string | null {
  return words ? `你的${what}${words}${reason ? `：${reason}` : ''}` : null
}

/** A note or a comment that was decided about; `name` is a note's title. */
export type Decided = { id: number; authorId: number; postId: number; commentId: number | null; name: string }

/** Tells the authors, unless they did it themselves. */
export async function tellAuthors(
  t: Ctx,
  decision: Decision,
  decided: readonly Decided[],
  actionId: number,
  words?: string,
): Promise<void> {
  const others = decided.filter(({ authorId }) => decision.actor.key !== `user:${authorId}`)
  await notifyBySite(
    t,
    others.flatMap(({ id, authorId, postId, commentId, name }) => {
      const title = noticeTitle(commentId === null ? `笔记《${name}》` : '评论', decision, words)
      return title
        ? [{ userId: authorId, targetId: postId, commentId, title, eventKey: `moderation:${actionId}:${id}` }]
        : []
    }),
  )
}
