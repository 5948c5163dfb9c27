/** A channel is a category as the explore page shows it; 推荐 is built in (spec section 3, wire rule 13). */
import type { Category } from '@shiliu/contract/categories'

export type Channel = {
  /** What GET /posts takes as `category`. */
  category: string
  /** Last part of its address. */
  path: string
  label: string
}

export const RECOMMEND: Channel = { category: 'recommend', path: 'recommend', label: '推荐' }

/** Without categories, 推荐 alone. A category may not take its address. */
export function channelsOf(categories: readonly Category[] | undefined): Channel[] {
  const others = (categories ?? []).map(({ id, name, category_title }) => ({
    category: String(id),
    path: category_title,
    label: name,
  }))
  return [RECOMMEND, ...others.filter(({ path }) => path !== RECOMMEND.path)]
}

let last = RECOMMEND.path

/** The channel that /explore leads to. */
export const lastChannel = {
  get: () => last,
  set: (path: string) => {
    last = path
  },
}
