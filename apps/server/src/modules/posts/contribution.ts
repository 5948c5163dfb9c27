/** What a published note adds to the counters of its author, category and tags; a draft or a deleted note adds nothing. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import type { PostRow } from './posts.repo.ts'

type Contributing = Pick<PostRow, 'user_id' | 'category_id' | 'is_draft' | 'like_count' | 'collect_count'> & {
  tagIds: number[]
}

/** Moves the counters from what the note was to what it is; null means it does not exist. Within the caller's transaction. */
export async function moveContribution(t: Ctx, before: Contributing | null, after: Contributing | null): Promise<void> {
  const was = before?.is_draft === 0 ? before : null
  const is = after?.is_draft === 0 ? after : null
  if (!was && !is) return
  await moveAuthor(t, was, is)
  await moveCategory(t, was?.category_id ?? null, is?.category_id ?? null)
  await moveTags(t, was?.tagIds ?? [], is?.tagIds ?? [])
}

async function moveAuthor(t: Ctx, was: Contributing | null, is: Contributing | null): Promise<void> {
  if (was && is) return
  const post = is ?? was
  if (!post) return
  const sign = is ? 1 : -1
  await users.addToCounters(t, post.user_id, {
    post_count: sign,
    like_count: sign * post.like_count,
    collect_count: sign * post.collect_count,
  })
}

async function moveCategory(t: Ctx, was: number | null, is: number | null): Promise<void> {
  if (was === is) return
  if (was !== null) await categories.addPosts(t, was, -1)
  if (is !== null) await categories.addPosts(t, is, 1)
}

async function moveTags(t: Ctx, was: number[], is: number[]): Promise<void> {
  const gone = was.filter((id) => !is.includes(id))
  const come = is.filter((id) => !was.includes(id))
  if (gone.length > 0) await tags.addUses(t, gone, -1)
  if (come.length > 0) await tags.addUses(t, come, 1)
}
