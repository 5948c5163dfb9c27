import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { idParam } from '#app/paths.ts'

const NAME = 'view'

/** The id of the record whose details stand above the table, kept in the address so that links lead to it. */
export function useViewed(): [id: number | null, view: (id: number | null) => void] {
  const [search, setSearch] = useSearchParams()
  const routed = idParam(search, NAME)
  // The router renders addresses in a transition; details open and close at once.
  const [shown, setShown] = useState({ id: routed, routed })
  if (routed !== shown.routed) setShown({ id: routed, routed })

  function view(id: number | null) {
    setShown({ id, routed })
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (id === null) next.delete(NAME)
        else next.set(NAME, String(id))
        return next
      },
      { replace: true },
    )
  }
  return [shown.id, view]
}
