/** Posts as every list and the detail show them (docs/api.md#post-shape), in a fixed number of queries. */
import type { Picture, Post, PostPage } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { presentPicture } from '#modules/media/media.service.ts'
import { batchLoader } from '#platform/batch-loader.ts'
import { iso } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import type { ViewerOverlay } from '#platform/http/viewer-overlay.ts'
import type { Storage } from '#platform/storage/storage.ts'
import * as repo from './post-cards.repo.ts'

/** A user by id, a guest, or an administrator. */
type Viewer = number | null | 'admin'

/** In the order of `ids`, without missing posts and drafts of others: a post may have become a draft meanwhile. */
export async function loadPostCards(ctx: Ctx, viewer: Viewer, ids: number[]): Promise<Post[]> {
  if (ids.length === 0) return []
  const cards = await loadGuestCards(ctx, ids)
  const own = typeof viewer === 'number' ? (await repo.listReactions(ctx.db, [viewer], ids)).get(viewer) : null
  return ids.flatMap((id) => {
    const card = cards.get(id)
    if (!card || (card.is_draft === 1 && viewer !== 'admin' && viewer !== card.user_id)) return []
    const view_count = card.view_count + ctx.views.pending(id)
    return { ...card, view_count, liked: own?.liked.has(id) ?? false, collected: own?.collected.has(id) ?? false }
  })
}

/** Cards without a viewer's reactions and without unwritten views, cached. */
async function loadGuestCards(ctx: Ctx, ids: number[]): Promise<Map<number, Post>> {
  // Bypasses the cache in a transaction, which sees uncommitted rows.
  if (ctx.pending) return readCards(ctx, ids)
  const version = ctx.cards.version()
  const cards = new Map<number, Post>()
  for (const id of ids) {
    const card = ctx.cards.get(id)
    if (card) cards.set(id, card)
  }
  const missing = ids.filter((id) => !cards.has(id))
  if (missing.length === 0) return cards
  for (const [id, card] of await readCards(ctx, missing)) {
    ctx.cards.set(id, card, version)
    cards.set(id, card)
  }
  return cards
}

async function readCards(ctx: Ctx, ids: number[]): Promise<Map<number, Post>> {
  const rows = await repo.listCardRows(ctx.db, ids)
  const images = groupBy(await repo.listImagesOfPosts(ctx.db, ids), (image) => image.post_id)
  const tags = groupBy(await repo.listTagsOfPosts(ctx.db, ids), (tag) => tag.post_id)
  return new Map(
    rows.map((row) => {
      const pictures = (images.get(row.id) ?? []).map((image) => presentImage(ctx.storage, image))
      return [row.id, present(row, pictures, tags.get(row.id) ?? [])]
    }),
  )
}

function present(row: repo.CardRow, pictures: Picture[], tags: Post['tags']): Post {
  return {
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    content: row.content,
    category_id: row.category_id,
    category: row.category,
    view_count: row.view_count,
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

const reactionsJson = (liked: boolean, collected: boolean) => Buffer.from(`"liked":${liked},"collected":${collected}`)
const PLACEHOLDER = reactionsJson(false, false)
const LIKED = reactionsJson(true, false)
const COLLECTED = reactionsJson(false, true)
const BOTH = reactionsJson(true, true)

/** Puts a viewer's reactions into a guest's cached page of posts. Concurrent viewers of a page share one statement. */
export function postOverlay(ctx: Ctx): ViewerOverlay<PostPage> {
  const loadReactions = batchLoader(async (ids: number[], viewerIds: number[]) => {
    const reactions = await repo.listReactions(ctx.db, viewerIds, ids)
    return (viewerId: number) => reactions.get(viewerId)
  })
  return {
    placeholder: PLACEHOLDER,
    idsOf: ({ posts }) => posts.map((post) => post.id),
    async valuesFor(viewerId, ids) {
      if (ids.length === 0) return () => PLACEHOLDER
      const own = await loadReactions(ids, viewerId)
      return (id) => {
        const collected = own?.collected.has(id)
        if (own?.liked.has(id)) return collected ? BOTH : LIKED
        return collected ? COLLECTED : PLACEHOLDER
      }
    },
  }
}
