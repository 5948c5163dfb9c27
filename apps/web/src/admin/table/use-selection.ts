import { useState } from 'react'
import type { Reading, Row } from '../define-resource.ts'
import { shortName } from './naming.ts'

export type Selection = ReturnType<typeof useSelection>

/** Rows chosen for deletion, by id with their names; they stay chosen from page to page. */
export function useSelection(resource: Reading) {
  const [names, setNames] = useState<ReadonlyMap<number, string> | null>(null)
  const chosen = names ?? new Map<number, string>()

  function choose(rows: readonly Row[], on: boolean) {
    const next = new Map(chosen)
    for (const row of rows) {
      if (on) next.set(row.id, shortName(resource, row))
      else next.delete(row.id)
    }
    setNames(next)
  }

  return {
    /** Whether rows can be chosen now. */
    on: names !== null,
    size: chosen.size,
    names: [...chosen.values()],
    ids: [...chosen.keys()],
    has: (row: Row) => chosen.has(row.id),
    choose,
    /** These are not there any more. */
    drop: (ids: readonly number[]) =>
      setNames((current) => current && new Map([...current].filter(([id]) => !ids.includes(id)))),
    start: () => setNames(new Map()),
    /** Nothing is chosen any more, as after a change of filters. */
    clear: () => setNames((current) => current && new Map()),
    leave: () => setNames(null),
  }
}
