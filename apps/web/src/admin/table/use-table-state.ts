import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Reading } from '../define-resource.ts'
import { readState, type TableState, writeState } from './table-state.ts'

/** The table's state, read from the address; a change is a new entry of the history unless it corrects the old one. */
export function useTableState(resource: Reading) {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const state = useMemo(() => readState(resource, new URLSearchParams(text)), [resource, text])

  /** Answers whether there was anything to change. */
  function change(part: Partial<TableState>, options?: { replace: boolean }): boolean {
    const next = writeState(resource, { ...state, ...part })
    const differs = next.toString() !== writeState(resource, state).toString()
    if (differs) setSearch(next, options)
    return differs
  }

  return { state, change }
}
