import { cleanTokens, formatRichText, fromPlainText } from '@shiliu/contract/rich-text'
import type { Row, RowBatch } from './demo.repo.ts'
import type { Gallery, StoredPicture } from './pictures.ts'
import type { Random } from './random.ts'
import { DAY, timeOfDay } from './random-times.ts'
import type { DemoDraft, DemoNote } from './texts.ts'

export type Post = Row<'posts'>

/** Columns of posts and comments that moderation has not touched. */
export const UNMODERATED = { state: 'visible', state_reason: null, author_hidden: 0, appealed: 0 } as const

/** Numbers of images per post, with weights. */
const IMAGE_COUNTS = [
  [1, 30],
  [2, 18],
  [3, 19],
  [4, 13],
  [5, 5],
  [6, 6],
  [7, 2],
  [8, 2],
  [9, 5],
] as const

const SPAN_DAYS = 60

export type Authors = {
  byPublicId(publicId: string): Row<'users'>
  /** Some write more than others. */
  random(): Row<'users'>
}

/** A text in stored form; `@shiliu07` becomes a mention. */
export function toRichText(text: string, authors: Pick<Authors, 'byPublicId'>): string {
  const marked = text.replace(/@(shiliu\d\d)/g, (_, id: string) => `[@${authors.byPublicId(id).nickname}:${id}]`)
  return formatRichText(cleanTokens(fromPlainText(marked), { images: false }))
}

/** Posts of the last 60 days, denser towards today. Without ids. */
export function makePosts(random: Random, notes: DemoNote[], authors: Authors, now: number) {
  return notes.map((note) => {
    const author = note.by ? authors.byPublicId(note.by) : authors.random()
    const created_at = timeOfDay(random, now, Math.floor(SPAN_DAYS * random.next() ** 1.4))
    return { note, post: makePost(author, note, toRichText(note.body, authors), created_at, 0) }
  })
}

export function makeDrafts(random: Random, drafts: DemoDraft[], authors: Authors, now: number) {
  return drafts.map((draft) => {
    const created_at = timeOfDay(random, now, random.int(1, 12))
    return {
      draft,
      post: makePost(authors.byPublicId(draft.by), draft, toRichText(draft.body, authors), created_at, 1),
    }
  })
}

export function makePost(
  { id: user_id }: Row<'users'>,
  { title }: { title: string },
  content: string,
  created_at: number,
  is_draft: 0 | 1,
): Post {
  const counters = { view_count: 0, like_count: 0, collect_count: 0, comment_count: 0, hot_score: 0 }
  return {
    id: 0,
    user_id,
    category_id: null,
    title,
    content,
    is_draft,
    is_private: is_draft,
    ...UNMODERATED,
    taken_back: 0,
    day_posts: 0,
    is_featured: 0,
    location: null,
    ...counters,
    created_at,
    updated_at: created_at,
  }
}

/** Returns other fitting pictures. */
export function addImages(
  random: Random,
  gallery: Gallery,
  batch: RowBatch,
  post: Post,
  { look, category }: { look: string; category: string | null },
): StoredPicture[] {
  const chosen = gallery.choose(look, category ?? '', random.weighted(IMAGE_COUNTS))
  for (const [position, { mediaId: media_id }] of chosen.entries()) {
    batch.post_images.push({ post_id: post.id, position, media_id, url: null })
  }
  return gallery.others(look, chosen)
}

export function addTags(batch: RowBatch, post: Post, names: string[], tagId: (name: string) => number): void {
  for (const [position, name] of names.entries()) {
    batch.post_tags.push({ post_id: post.id, tag_id: tagId(name), position })
  }
}

/** How popular a post becomes, from 0 to 1. Few become popular, and posts of the last days had less time for it. */
export function randomPopularity(random: Random, post: Post, now: number, favoured: boolean): number {
  const luck = Math.min(random.next() ** 2.2 + (favoured ? 0.12 : 0), 1)
  return luck * Math.min((now - post.created_at) / (2 * DAY) + 0.25, 1)
}
