import { useState } from 'react'
import { useSearchParams } from 'react-router'

const NAME = 'tab'

/** The selected tab of a page, kept in its address so that going back restores it; null is the default tab. */
export function useQueryTab<Tab extends string>(tabOf: (name: string | null) => Tab): [Tab, (tab: Tab) => void] {
  const [query, setQuery] = useSearchParams()
  // The router renders addresses in a transition; a selection is shown at once.
  const [pending, setPending] = useState<Tab | null>(null)
  const routed = tabOf(query.get(NAME))
  if (pending === routed) setPending(null)

  function select(tab: Tab) {
    setPending(tab)
    setQuery(tab === tabOf(null) ? {} : { [NAME]: tab }, { replace: true })
  }
  return [pending ?? routed, select]
}
