import { useState } from 'react'
import type { Resource, Row } from '../define-resource.ts'
import { shortName } from './deletion-text.ts'

export type Selection = ReturnType<typeof useSelection>

const NONE: ReadonlyMap<number, string> = new Map()

/** Selected rows, by id with their names; kept from page to page. `all`: how many match the filter, if all are. */
export function useSelection(resource: Resource) {
  const [selected, setSelected] = useState<ReadonlyMap<number, string> | null>(null)
  const [all, setAll] = useState<number | null>(null)
  const names = selected ?? NONE

  function select(rows: readonly Row[], on: boolean) {
    const next = new Map(names)
    for (const row of rows) {
      if (on) next.set(row.id, shortName(resource, row))
      else next.delete(row.id)
    }
    setSelected(next)
    setAll(null)
  }

  function become(next: ReadonlyMap<number, string> | null) {
    setSelected(next)
    setAll(null)
  }

  return {
    active: selected !== null,
    names,
    all,
    size: all ?? names.size,
    has: (row: Row) => all !== null || names.has(row.id),
    select,
    selectAll: setAll,
    remove: (ids: readonly number[]) =>
      setSelected((current) => current && new Map([...current].filter(([id]) => !ids.includes(id)))),
    start: () => become(NONE),
    clear: () => become(selected && NONE),
    stop: () => become(null),
  }
}
