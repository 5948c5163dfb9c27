/** Posts as every list and the detail show them (docs/api.md#post-shape), in a fixed number of queries. */

import { TARGET } from '@shiliu/contract/limits'
import type { Moderation, ModerationState } from '@shiliu/contract/moderation'
import { type Picture, type Post, post as schema } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { categoryTag } from '#modules/categories/categories.service.ts'
import { presentPicture } from '#modules/media/media.service.ts'
import { loadModeration } from '#modules/moderation/appeals.service.ts'
import { tagTag } from '#modules/tags/tags.service.ts'
import { showMentions, userTag } from '#modules/users/users.service.ts'
import { batchLoader } from '#platform/batch-loader.ts'
import { type CachedRecord, defineRecords } from '#platform/cache/records.ts'
import { iso } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import type { ViewerOverlay } from '#platform/http/viewer-overlay.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import type { Storage } from '#platform/storage/storage.ts'
import * as repo from './post-cards.repo.ts'
import { postTags } from './post-changes.ts'

/** A user by id, a guest, or an administrator. */
type Viewer = number | null | 'admin'

const reactionsJson = (liked: boolean, collected: boolean) => `"liked":${liked},"collected":${collected}`

/** What decides who sees a card, beside what is shown. */
type Card = Post & { isPrivate: boolean; state: ModerationState; moderationOfAuthor: Moderation | undefined }

/** Cards without a viewer's reactions and without unwritten views. */
const cards = defineRecords<Ctx, Card, Post>({
  name: 'post',
  schema,
  placeholder: reactionsJson(false, false),
  async load(ctx, ids) {
    const rows = await repo.listCardRows(ctx.db, ids)
    const images = groupBy(await repo.listImagesOfPosts(ctx.db, ids), (image) => image.post_id)
    const tags = groupBy(await repo.listTagsOfPosts(ctx.db, ids), (tag) => tag.post_id)
    const texts = await showMentions(
      ctx,
      rows.map(({ content }) => content),
    )
    const moderation = await loadModeration(ctx, TARGET.post, rows)
    return new Map(
      rows.map((stored, i) => {
        const { content, tags: mentioned } = texts[i] ?? { content: stored.content, tags: [] }
        const row = { ...stored, content }
        const pictures = (images.get(row.id) ?? []).map((image) => presentImage(ctx.storage, image))
        const ownTags = tags.get(row.id) ?? []
        return [
          row.id,
          {
            data: present(ctx, row, pictures, ownTags, moderation.get(row.id)),
            tags: [...shownIn(row, ownTags), ...mentioned],
          },
        ]
      }),
    )
  },
})

function shownIn({ id, user_id, category_id }: repo.CardRow, tags: Post['tags']): string[] {
  const category = category_id === null ? [] : [categoryTag(category_id)]
  return [postTags.post(id), userTag(user_id), ...category, ...tags.map((tag) => tagTag(tag.id))]
}

/**
 * In the order of `ids`, without missing posts and private ones of others: a post may have become private meanwhile.
 * Authors are told what moderation decided; `deleted` posts are for administrators only.
 */
export async function loadPostCards(ctx: Ctx, viewer: Viewer, ids: number[]): Promise<Post[]> {
  if (ids.length === 0) return []
  const found = await cards.get(ctx, ids)
  const own = typeof viewer === 'number' ? (await repo.listReactions(ctx.db, [viewer], ids)).get(viewer) : null
  return ids.flatMap((id) => {
    const record = found.get(id)?.value.data
    if (!record) return []
    const { isPrivate, state, moderationOfAuthor: moderation, ...card } = record
    const isOwn = viewer === 'admin' || (viewer === card.user_id && state !== 'deleted')
    if (isPrivate && !isOwn) return []
    const view_count = card.view_count + ctx.views.pending(id)
    const reactions = { liked: own?.liked.has(id) ?? false, collected: own?.collected.has(id) ?? false }
    return { ...card, view_count, ...reactions, ...(moderation && { moderation }) }
  })
}

/** Public posts in the order of `ids`, for pages that `postOverlay` completes. */
export async function loadPostRecords(ctx: Ctx, ids: number[]): Promise<CachedRecord<Post>[]> {
  const found = await cards.get(ctx, ids)
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ value }) => !value.data.isPrivate)
}

/** Written views are added in place: loading the most viewed posts anew every second would cost more. */
export function showViews(ctx: Ctx, views: readonly [id: number, viewCount: number][]): void {
  for (const [id, view_count] of views) cards.replace(ctx, id, (card) => ({ ...card, view_count }))
}

function present(
  { storage }: Ctx,
  row: repo.CardRow,
  pictures: Picture[],
  tags: Post['tags'],
  moderationOfAuthor: Moderation | undefined,
): Card {
  return {
    isPrivate: row.is_private === 1,
    state: row.state,
    moderationOfAuthor,
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    content: row.content,
    ...(row.category_is_trashed === 1
      ? { category_id: null, category: null }
      : { category_id: row.category_id, category: row.category }),
    view_count: row.view_count,
    like_count: row.like_count,
    collect_count: row.collect_count,
    comment_count: row.comment_count,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    is_draft: row.is_draft === 1 ? 1 : 0,
    is_featured: row.is_featured === 1 ? 1 : 0,
    nickname: row.nickname,
    user_avatar: shownAddress(storage, row.avatar),
    author_auto_id: row.user_id,
    author_account: row.author_account,
    location: row.location ?? row.author_location,
    images: pictures.map(({ url }) => url),
    pictures,
    tags: tags.map(({ id, name }) => ({ id, name })),
    liked: false,
    collected: false,
  }
}

function presentImage(storage: Storage, image: repo.ImageRow): Picture {
  const { media_key, width, height, thumbhash, url } = image
  if (media_key !== null && width !== null && height !== null && thumbhash !== null) {
    return presentPicture(storage, { media_key, width, height, thumbhash })
  }
  const external = url ?? ''
  return { url: external, card: external, full: external, width: null, height: null, thumbhash: null }
}

const NEITHER = Buffer.from(reactionsJson(false, false))
const LIKED = Buffer.from(reactionsJson(true, false))
const COLLECTED = Buffer.from(reactionsJson(false, true))
const BOTH = Buffer.from(reactionsJson(true, true))

/** A viewer's reactions on a page of posts. Concurrent viewers of a page share one statement. */
export function postOverlay(ctx: Ctx): ViewerOverlay {
  const loadReactions = batchLoader(async (ids: number[], viewerIds: number[]) => {
    const reactions = await repo.listReactions(ctx.db, viewerIds, ids)
    return (viewerId: number) => reactions.get(viewerId)
  })
  return async (viewerId, ids) => {
    const own = await loadReactions(ids, viewerId)
    return (id) => {
      const collected = own?.collected.has(id)
      if (own?.liked.has(id)) return collected ? BOTH : LIKED
      return collected ? COLLECTED : NEITHER
    }
  }
}
