import { useCallback, useEffect, useRef } from 'react'

/** Marks the button of each comment that may have the focus given. */
const ANSWER = '[data-answer]'

/**
 * A comment that one deletes takes the focus along: whichever stands in its place then has it, or else the way to write
 * one. `content` is what the list draws; `removing` is to be called right before one of the comments is taken out.
 */
export function useFocusInPlace(content: unknown) {
  const list = useRef<HTMLUListElement>(null)
  /** The place of the comment that is about to go with the focus in it. */
  const place = useRef<number | null>(null)

  const removing = useCallback(() => {
    const own = document.activeElement?.closest('[data-comment]')?.querySelector(ANSWER)
    const answers = [...(list.current?.querySelectorAll(ANSWER) ?? [])]
    place.current = own && answers.includes(own) ? answers.indexOf(own) : null
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when a comment goes
  useEffect(() => {
    const at = place.current
    place.current = null
    if (at === null || document.activeElement !== document.body) return
    const answers = list.current?.querySelectorAll<HTMLElement>(ANSWER) ?? []
    const next = answers[Math.min(at, answers.length - 1)]
    const write = list.current?.closest('article')?.querySelector<HTMLElement>('footer button')
    ;(next ?? write)?.focus({ preventScroll: true })
  }, [content])

  return { list, removing }
}
