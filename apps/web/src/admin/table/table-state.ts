/** What a table shows, kept in its address: `?page=2&name=校&sortField=post_count&sortOrder=desc`. */
import { PAGE } from '@shiliu/contract/limits'
import type { Reading, Sort } from '../define-resource.ts'

export type TableState = {
  page: number
  /** Those that narrow, by name; never empty texts. */
  filters: Record<string, string>
  /** null is the server's own order. */
  sort: Sort | null
}

type Shape = Pick<Reading, 'filters' | 'columns' | 'defaultSort'>

/** Reads an address; what the resource does not know, or cannot be, is left out. */
export function readState(resource: Shape, search: URLSearchParams): TableState {
  const page = Number(search.get('page'))
  const filters: Record<string, string> = {}
  for (const filter of resource.filters) {
    const value = search.get(filter.name)?.trim() ?? ''
    // Which others there are, only the server knows.
    const open = filter.kind === 'text' || filter.more !== undefined
    const known = open || filter.options.some((option) => option.value === value)
    if (value && known) filters[filter.name] = value
  }
  return { page: Number.isInteger(page) && page > 0 ? page : 1, filters, sort: readSort(resource, search) }
}

function readSort(resource: Shape, search: URLSearchParams): Sort | null {
  const field = search.get('sortField')
  const order = search.get('sortOrder')
  const sortable = resource.columns.some((column) => column.sortable && column.key === field)
  if (field && sortable && (order === 'asc' || order === 'desc')) return { field, order }
  return resource.defaultSort ?? null
}

/** The address of a state; what goes without saying is not said. */
export function writeState(resource: Shape, { page, filters, sort }: TableState): URLSearchParams {
  const search = new URLSearchParams()
  if (page > 1) search.set('page', String(page))
  for (const { name } of resource.filters) {
    const value = filters[name]?.trim()
    if (value) search.set(name, value)
  }
  const usual = resource.defaultSort
  if (sort && (sort.field !== usual?.field || sort.order !== usual.order)) {
    search.set('sortField', sort.field)
    search.set('sortOrder', sort.order)
  }
  return search
}

/** The list endpoint's query for a state. */
export function queryOf({ page, filters, sort }: TableState) {
  return { ...filters, page, limit: PAGE.limit, sortField: sort?.field, sortOrder: sort?.order }
}

/** The order after a press on one of a head's two buttons; the one that is pressed already gives the usual order back. */
export function nextSort(resource: Shape, sort: Sort | null, pressed: Sort): Sort | null {
  const again = sort?.field === pressed.field && sort.order === pressed.order
  return again ? (resource.defaultSort ?? null) : pressed
}
