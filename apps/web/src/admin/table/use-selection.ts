import { useState } from 'react'
import type { Resource, Row } from '../define-resource.ts'
import { shortName } from './deletion-text.ts'

export type Selection = ReturnType<typeof useSelection>

const NONE: ReadonlyMap<number, string> = new Map()

/** Rows selected for deletion, by id with their names; kept from page to page. */
export function useSelection(resource: Resource) {
  const [selected, setSelected] = useState<ReadonlyMap<number, string> | null>(null)
  const names = selected ?? NONE

  function select(rows: readonly Row[], on: boolean) {
    const next = new Map(names)
    for (const row of rows) {
      if (on) next.set(row.id, shortName(resource, row))
      else next.delete(row.id)
    }
    setSelected(next)
  }

  return {
    active: selected !== null,
    names,
    has: (row: Row) => names.has(row.id),
    select,
    remove: (ids: readonly number[]) =>
      setSelected((current) => current && new Map([...current].filter(([id]) => !ids.includes(id)))),
    start: () => setSelected(NONE),
    clear: () => setSelected((current) => current && NONE),
    stop: () => setSelected(null),
  }
}
