import { useState } from 'react'
import { useSearchParams } from 'react-router'

const NAME = 'tab'

/**
 * The chosen one of a page's tabs, kept in its address, so that it is still open on coming back. `tabOf` reads the
 * address's word and knows the tab where there is none. The router renders an address when it has time; a choice is
 * shown at once.
 */
export function useQueryTab<Tab extends string>(tabOf: (name: string | null) => Tab): [Tab, (tab: Tab) => void] {
  const [query, setQuery] = useSearchParams()
  const [pending, setPending] = useState<Tab | null>(null)
  const arrived = tabOf(query.get(NAME))
  if (pending === arrived) setPending(null)

  function choose(tab: Tab) {
    setPending(tab)
    setQuery(tab === tabOf(null) ? {} : { [NAME]: tab }, { replace: true })
  }
  return [pending ?? arrived, choose]
}
