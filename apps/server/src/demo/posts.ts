/** Notes and drafts as rows: who wrote them when, with which pictures and tags. */
import { cleanTokens, formatRichText, fromPlainText } from '@shiliu/contract/rich-text'
import { DAY, timeOfDay } from './calendar.ts'
import type { Row, Rows } from './demo.repo.ts'
import type { Gallery, Stored } from './pictures.ts'
import type { Random } from './random.ts'
import type { DemoDraft, DemoNote } from './texts.ts'

export type Post = Row<'posts'>

/** How many pictures a note has, and how often. */
const PICTURES = [
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

export type Cast = {
  /** The user with this public id. */
  named(publicId: string): Row<'users'>
  /** Somebody who writes; some do more than others. */
  someWriter(): Row<'users'>
}

/** A text as it is stored; `@shiliu07` becomes a mention. */
export function toStored(text: string, cast: Pick<Cast, 'named'>): string {
  const marked = text.replace(/@(shiliu\d\d)/g, (_, id: string) => `[@${cast.named(id).nickname}:${id}]`)
  return formatRichText(cleanTokens(fromPlainText(marked), { images: false }))
}

type Dated = { post: Post; note: DemoNote }

/** Published notes of the last 60 days, more of them lately; without ids. */
export function makeNotes(random: Random, notes: DemoNote[], cast: Cast, now: number): Dated[] {
  return notes.map((note) => {
    const author = note.by ? cast.named(note.by) : cast.someWriter()
    const created_at = timeOfDay(random, now, Math.floor(SPAN_DAYS * random.next() ** 1.4))
    return { note, post: postRow(author, note, toStored(note.body, cast), created_at, 0) }
  })
}

/** Drafts with their texts, without ids. */
export function makeDrafts(random: Random, drafts: DemoDraft[], cast: Cast, now: number) {
  return drafts.map((draft) => {
    const created_at = timeOfDay(random, now, random.int(1, 12))
    return { draft, post: postRow(cast.named(draft.by), draft, toStored(draft.body, cast), created_at, 1) }
  })
}

export function postRow(
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
    taken_back: 0,
    ...counters,
    created_at,
    updated_at: created_at,
  }
}

/** Adds the note's pictures to the batch; answers others that would fit. */
export function illustrate(
  random: Random,
  gallery: Gallery,
  batch: Rows,
  post: Post,
  { look, category }: { look: string; category: string | null },
): Stored[] {
  const chosen = gallery.choose(look, category ?? '', random.weighted(PICTURES))
  for (const [position, { mediaId: media_id }] of chosen.entries()) {
    batch.post_images.push({ post_id: post.id, position, media_id, url: null })
  }
  return gallery.spare(look, chosen)
}

/** Adds the note's tags to the batch; `idOf` knows every tag. */
export function tag(batch: Rows, post: Post, names: string[], idOf: (name: string) => number): void {
  for (const [position, name] of names.entries())
    batch.post_tags.push({ post_id: post.id, tag_id: idOf(name), position })
}

/** How much attention a note gets, from 0 to 1: few get a lot, and what is from today has had no time yet. */
export function heat(random: Random, post: Post, now: number, favoured: boolean): number {
  const luck = Math.min(random.next() ** 2.2 + (favoured ? 0.12 : 0), 1)
  return luck * Math.min((now - post.created_at) / (2 * DAY) + 0.25, 1)
}
