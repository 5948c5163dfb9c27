/** The newest registrations, posts and comments, as the monitor lists them. */

import type { Activity } from '@shiliu/contract/admin/monitor'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import * as repo from './monitor.repo.ts'

const EXCERPT = 100

type Author = { user_id: string; nickname: string; avatar: string }
const authorOf = ({ storage }: Ctx, { user_id, nickname, avatar }: Author) => ({
  user_id,
  nickname,
  avatar: shownAddress(storage, avatar),
})

function excerpt(content: string): string {
  return [...plainText(parseRichText(content)).replace(/\s+/g, ' ')].slice(0, EXCERPT).join('')
}

/** Registrations, posts and comments, newest first (docs/product.md#admin-monitor). */
export async function listActivities(ctx: Ctx, limit: number): Promise<Activity[]> {
  const users = await repo.listNewestUsers(ctx.db, limit)
  const posts = await repo.listNewestPosts(ctx.db, limit)
  const comments = await repo.listNewestComments(ctx.db, limit)
  const all = [
    ...users.map((row) => presentRegistration(ctx, row)),
    ...posts.map((row) => presentPost(ctx, row)),
    ...comments.map((row) => presentComment(ctx, row)),
  ]
  return all.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, limit)
}

type UserRow = Awaited<ReturnType<typeof repo.listNewestUsers>>[number]
type PostRow = Awaited<ReturnType<typeof repo.listNewestPosts>>[number]
type CommentRow = Awaited<ReturnType<typeof repo.listNewestComments>>[number]

function presentRegistration(ctx: Ctx, row: UserRow): Activity {
  return {
    id: `user_${row.id}`,
    type: 'user_register',
    ...authorOf(ctx, row),
    title: row.nickname,
    content: '',
    description: '加入了小石榴',
    target_id: row.id,
    record_id: row.id,
    created_at: iso(row.created_at),
  }
}

function presentPost(ctx: Ctx, row: PostRow): Activity {
  return {
    id: `post_${row.id}`,
    type: 'post_publish',
    ...authorOf(ctx, row),
    title: row.title,
    content: excerpt(row.content),
    description: `发布了笔记「${row.title}」`,
    target_id: row.id,
    record_id: row.id,
    created_at: iso(row.created_at),
  }
}

function presentComment(ctx: Ctx, row: CommentRow): Activity {
  return {
    id: `comment_${row.id}`,
    type: 'comment_publish',
    ...authorOf(ctx, row),
    title: row.title,
    content: excerpt(row.content) || '[图片]',
    description: `评论了笔记「${row.title}」`,
    target_id: row.post_id,
    record_id: row.id,
    created_at: iso(row.created_at),
  }
}
