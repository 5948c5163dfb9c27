import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import type { Option } from '../define-field.ts'
import type { Filter } from '../define-resource.ts'

const NONE: readonly Option[] = []

/** What a choice offers: what its definition names, then what the API knows. */
export function useFilterOptions(filter: Extract<Filter, { kind: 'select' }>): readonly Option[] {
  const { data = NONE } = useQuery({
    queryKey: keys.categories,
    enabled: filter.more === 'categories',
    queryFn: ({ signal }) => call(categories.list, { signal }),
    select: (list) => list.map(({ id, name }): Option => ({ value: String(id), label: name })),
  })
  return filter.more ? [...filter.options, ...data] : filter.options
}
