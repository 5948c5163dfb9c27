import { useEffect, useRef } from 'react'
import type { Row } from '../define-resource.ts'

/** After a row has gone with the focus in it, the one in its place has it: the next may be to go as well. */
export function useNextRow(box: HTMLElement | null, rows: readonly Row[], leaving: number | null) {
  const left = useRef<{ id: number; place: number } | null>(null)

  useEffect(() => {
    const place = rows.findIndex(({ id }) => id === leaving)
    if (leaving !== null && place >= 0) left.current = { id: leaving, place }
    const gone = left.current
    if (leaving !== null || !gone) return
    left.current = null
    const { activeElement } = document
    const lost = activeElement === document.body || activeElement?.id === 'main'
    if (!lost || rows.some(({ id }) => id === gone.id)) return
    const heads = box?.querySelectorAll<HTMLElement>('tbody th button')
    heads?.[Math.min(gone.place, heads.length - 1)]?.focus({ preventScroll: true })
  }, [box, rows, leaving])
}
