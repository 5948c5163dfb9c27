/** The state of a table, stored in its address: `?page=2&name=校&sortField=post_count&sortOrder=desc`. */
import { PAGE } from '@shiliu/contract/limits'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Filter, Resource, Sort } from '../define-resource.ts'

export type TableState = {
  page: number
  /** Set filters by name, never ''. */
  filters: Record<string, string>
  /** null is the server's own order. */
  sort: Sort | null
}

type TableSpec = Pick<Resource, 'filters' | 'columns' | 'defaultSort'>

/** The state in the address. A change pushes a history entry, or replaces the current one. */
export function useTableState(resource: Resource) {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const state = useMemo(() => parseState(resource, new URLSearchParams(text)), [resource, text])

  /** Returns whether the address changed. */
  function change(part: Partial<TableState>, options?: { replace: boolean }): boolean {
    const next = formatState(resource, { ...state, ...part })
    const changed = next.toString() !== formatState(resource, state).toString()
    if (changed) setSearch(next, options)
    return changed
  }

  return { state, change }
}

/** Parses an address; unknown or invalid parts are ignored. */
export function parseState(resource: TableSpec, search: URLSearchParams): TableState {
  const page = Number(search.get('page'))
  const filters: Record<string, string> = {}
  for (const filter of resource.filters) {
    const value = search.get(filter.name)?.trim() ?? ''
    if (value && isValid(filter, value)) filters[filter.name] = value
  }
  return { page: Number.isInteger(page) && page > 0 ? page : 1, filters, sort: parseSort(resource, search) }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

function isValid(filter: Filter, value: string): boolean {
  if (filter.kind === 'date') return DAY.test(value)
  // Any value may be valid where options are fetched.
  const anyValue = filter.kind === 'text' || filter.optionsFrom !== undefined
  return anyValue || filter.options.some((option) => option.value === value)
}

function parseSort(resource: TableSpec, search: URLSearchParams): Sort | null {
  const field = search.get('sortField')
  const order = search.get('sortOrder')
  const sortable = resource.columns.some((column) => column.sortable && column.key === field)
  if (field && sortable && (order === 'asc' || order === 'desc')) return { field, order }
  return resource.defaultSort ?? null
}

/** The address of a state, without defaults. */
export function formatState(resource: TableSpec, { page, filters, sort }: TableState): URLSearchParams {
  const search = new URLSearchParams()
  if (page > 1) search.set('page', String(page))
  for (const { name } of resource.filters) {
    const value = filters[name]?.trim()
    if (value) search.set(name, value)
  }
  const initial = resource.defaultSort
  if (sort && (sort.field !== initial?.field || sort.order !== initial.order)) {
    search.set('sortField', sort.field)
    search.set('sortOrder', sort.order)
  }
  return search
}

export function queryOf({ page, filters, sort }: TableState) {
  return { ...filters, page, limit: PAGE.limit, sortField: sort?.field, sortOrder: sort?.order }
}

/** The order after a sort button is pressed; pressing the active one restores the default. */
export function nextSort(resource: TableSpec, sort: Sort | null, pressed: Sort): Sort | null {
  const active = sort?.field === pressed.field && sort.order === pressed.order
  return active ? (resource.defaultSort ?? null) : pressed
}
