import { useEffect, useRef } from 'react'
import { site } from '../site.ts'

/** The titles of the page and its overlays: the one that was added last wins, among those that have a title. */
export function createTitleStack(show: (title: string | null) => void) {
  const entries: { title: string | null }[] = []
  const update = () => show([...entries].reverse().find(({ title }) => title)?.title ?? null)
  return {
    add() {
      const entry: (typeof entries)[number] = { title: null }
      entries.push(entry)
      return {
        set(title: string | null) {
          entry.title = title
          update()
        },
        remove() {
          entries.splice(entries.indexOf(entry), 1)
          update()
        },
      }
    },
  }
}

let current: string | null = null

function showTitle(title: string | null) {
  const { name } = site.get()
  current = title
  document.title = title ? `${title} - ${name}` : name
}

const titles = createTitleStack(showTitle)
site.subscribe(() => showTitle(current))

/** Sets the document's title while mounted. Call it once per page: component and child have no defined order. */
export function useTitle(title: string | null | undefined) {
  const entry = useRef<ReturnType<typeof titles.add> | null>(null)
  useEffect(() => {
    const own = titles.add()
    entry.current = own
    return own.remove
  }, [])
  useEffect(() => entry.current?.set(title || null), [title])
}
