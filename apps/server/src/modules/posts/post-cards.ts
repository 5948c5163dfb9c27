/** The one shape of a note in every list and in its detail (wire rule 17), in a fixed number of queries. */
import type { Picture, Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { presentPicture } from '#modules/media/media.service.ts'
import { iso } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import type { Storage } from '#platform/storage/storage.ts'
import * as repo from './post-cards.repo.ts'

/**
 * Loads notes by id, in the order of `ids`; one that is gone is left out. `viewerId` decides `liked` and `collected`.
 * Whether the viewer may see them is the caller's to have decided.
 */
export async function loadPostCards(ctx: Ctx, viewerId: number | null, ids: number[]): Promise<Post[]> {
  if (ids.length === 0) return []
  const rows = await repo.listCardRows(ctx.db, ids)
  const images = groupBy(await repo.listImagesOfPosts(ctx.db, ids), (image) => image.post_id)
  const tags = groupBy(await repo.listTagsOfPosts(ctx.db, ids), (tag) => tag.post_id)
  const liked = viewerId === null ? new Set() : await repo.likedAmong(ctx.db, viewerId, ids)
  const collected = viewerId === null ? new Set() : await repo.collectedAmong(ctx.db, viewerId, ids)
  const cards = new Map(
    rows.map((row) => [
      row.id,
      present(row, {
        pictures: (images.get(row.id) ?? []).map((image) => presentImage(ctx.storage, image)),
        tags: tags.get(row.id) ?? [],
        liked: liked.has(row.id),
        collected: collected.has(row.id),
        unwrittenViews: ctx.views.pending(row.id),
      }),
    ]),
  )
  return ids.flatMap((id) => cards.get(id) ?? [])
}

type Parts = Pick<Post, 'pictures' | 'tags' | 'liked' | 'collected'> & { unwrittenViews: number }

function present(row: repo.CardRow, { pictures, tags, liked, collected, unwrittenViews }: Parts): Post {
  return {
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    content: row.content,
    category_id: row.category_id,
    category: row.category,
    view_count: row.view_count + unwrittenViews,
    like_count: row.like_count,
    collect_count: row.collect_count,
    comment_count: row.comment_count,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    is_draft: row.is_draft === 1 ? 1 : 0,
    nickname: row.nickname,
    user_avatar: row.avatar,
    author_auto_id: row.user_id,
    author_account: row.author_account,
    location: row.location,
    images: pictures.map(({ url }) => url),
    pictures,
    tags: tags.map(({ id, name }) => ({ id, name })),
    liked,
    collected,
  }
}

function presentImage(storage: Storage, image: repo.ImageRow): Picture {
  const { media_key, width, height, thumbhash, url } = image
  if (media_key !== null && width !== null && height !== null && thumbhash !== null) {
    return presentPicture(storage, { media_key, width, height, thumbhash })
  }
  const foreign = url ?? ''
  return { url: foreign, card: foreign, full: foreign, width: null, height: null, thumbhash: null }
}
