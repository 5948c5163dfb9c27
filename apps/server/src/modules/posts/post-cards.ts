/** The one shape of a note in every list and in its detail (wire rule 17), in a fixed number of queries. */
import type { Picture, Post, PostPage } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { presentPicture } from '#modules/media/media.service.ts'
import { iso } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import type { Marking } from '#platform/http/marks.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { together } from '#platform/together.ts'
import * as repo from './post-cards.repo.ts'

/** A user by id, a guest, or an administrator. */
type Viewer = number | null | 'admin'

/**
 * Loads notes by id, in the order of `ids`; one that is gone is left out, and so is a draft of anybody but the viewer:
 * it may have been published when the ids were found. A user's own marks decide `liked` and `collected`.
 */
export async function loadPostCards(ctx: Ctx, viewer: Viewer, ids: number[]): Promise<Post[]> {
  if (ids.length === 0) return []
  const cards = await guestCards(ctx, ids)
  const marks = typeof viewer === 'number' ? (await repo.listMarks(ctx.db, [viewer], ids)).get(viewer) : null
  return ids.flatMap((id) => {
    const card = cards.get(id)
    if (!card || (card.is_draft === 1 && viewer !== 'admin' && viewer !== card.user_id)) return []
    const view_count = card.view_count + ctx.views.pending(id)
    return { ...card, view_count, liked: marks?.liked.has(id) ?? false, collected: marks?.collected.has(id) ?? false }
  })
}

/** The cards without anybody's marks, views that are not written yet aside; from memory where they are there. */
async function guestCards(ctx: Ctx, ids: number[]): Promise<Map<number, Post>> {
  // A transaction sees what nobody else may see yet.
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
    ctx.cards.put(id, card, version)
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
  const foreign = url ?? ''
  return { url: foreign, card: foreign, full: foreign, width: null, height: null, thumbhash: null }
}

const markText = (liked: boolean, collected: boolean) => `"liked":${liked},"collected":${collected}`
const UNMARKED = Buffer.from(markText(false, false))
const LIKED = Buffer.from(markText(true, false))
const COLLECTED = Buffer.from(markText(false, true))
const BOTH = Buffer.from(markText(true, true))

/** Turns a guest's page of notes into a viewer's; of viewers of one page who ask at once by one statement. */
export function postMarking(ctx: Ctx): Marking<PostPage> {
  const marksOf = together(async (ids: number[], viewerIds: number[]) => {
    const marks = await repo.listMarks(ctx.db, viewerIds, ids)
    return (viewerId: number) => marks.get(viewerId)
  })
  return {
    unmarked: UNMARKED,
    idsOf: ({ posts }) => posts.map((post) => post.id),
    async marksOf(viewerId, ids) {
      if (ids.length === 0) return () => UNMARKED
      const marks = await marksOf(ids, viewerId)
      return (id) => {
        const collected = marks?.collected.has(id)
        if (marks?.liked.has(id)) return collected ? BOTH : LIKED
        return collected ? COLLECTED : UNMARKED
      }
    },
  }
}
