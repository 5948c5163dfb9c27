/** Pages of notes out of the answers of GET /search (wire rule 20). */
import type { Pagination } from '@shiliu/contract/common'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { search, TagStat } from '@shiliu/contract/search'

export type FoundNotes = { posts: Post[]; tagStats: TagStat[]; pagination: Pagination }

export const NO_PAGES: Pagination = { page: 1, limit: PAGE.limit, total: 0, pages: 0 }

/** `all` answers them beside the question, `posts` in a field of their own. */
export function notesOf(answer: OutputOf<typeof search>): FoundNotes {
  const { data, tagStats, pagination } = answer.posts ?? answer
  return { posts: data ?? [], tagStats: tagStats ?? [], pagination: pagination ?? NO_PAGES }
}

export type TagChip = { tag: string; count: number | null }

/** The tags to narrow by. The chosen one is among them even where it is too rare to be told, so that it can be left. */
export function chipsOf(stats: readonly TagStat[], chosen: string): TagChip[] {
  const chips: TagChip[] = stats.map(({ label, count }) => ({ tag: label, count }))
  return chosen === '' || chips.some(({ tag }) => tag === chosen) ? chips : [{ tag: chosen, count: null }, ...chips]
}
