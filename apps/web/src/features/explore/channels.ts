/** A channel is a category as the explore page shows it; 推荐 is built in. */
import type { Category } from '@shiliu/contract/categories'
import { useMemo } from 'react'
import { useCategories } from '#entities/category/category.queries.ts'

export type Channel = {
  /** The `category` parameter of GET /posts. */
  category: string
  /** Last segment of its address. */
  path: string
  label: string
}

export const RECOMMEND: Channel = { category: 'recommend', path: 'recommend', label: '推荐' }

/** 推荐 first; a category with the same address is left out. */
function toChannels(list: readonly Category[] | undefined): Channel[] {
  const others = (list ?? []).map(({ id, name, category_title }) => ({
    category: String(id),
    path: category_title,
    label: name,
  }))
  return [RECOMMEND, ...others.filter(({ path }) => path !== RECOMMEND.path)]
}

/** All channels, only 推荐 until the categories are loaded or if they fail to; `settled` once either has happened. */
export function useChannels() {
  const { data, settled } = useCategories()
  return { channels: useMemo(() => toChannels(data), [data]), settled }
}

let last = RECOMMEND.path

/** The channel that /explore redirects to. */
export const lastChannel = {
  get: () => last,
  set: (path: string) => {
    last = path
  },
}
