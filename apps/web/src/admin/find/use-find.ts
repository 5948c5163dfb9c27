import { useDebouncedValue } from '@mantine/hooks'
import { find } from '@shiliu/contract/admin/find'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { createStore } from '#ui/state/store.ts'
import { targetOf } from './find-targets.ts'

const DEBOUNCE_MS = 150

/** The text that the search box opens with; null while it is closed. `go` leads to the only exact hit by itself. */
export const findBox = createStore<{ text: string; go: boolean } | null>(null)

export const openFind = (text = '', go = false) => findBox.set({ text, go })
export const closeFind = () => findBox.set(null)

/** What is found for a text, and whether that is what stands there now. */
export function useFind(text: string) {
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, DEBOUNCE_MS)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: keys.adminRows('find', { q: asked }),
    queryFn: ({ signal }) => call(find, { query: { q: asked }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const groups = asked === '' || typed === '' ? [] : (data?.groups ?? [])
  const targets = groups.flatMap(({ kind, hits }) => hits.map((hit) => targetOf(kind, hit)))
  const isCurrent = asked === typed && data !== undefined && !isPlaceholderData && !isFetching
  const isIncomplete = isCurrent && data.incomplete
  return {
    targets,
    isCurrent,
    isIncomplete,
    isAsked: typed !== '',
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
}
