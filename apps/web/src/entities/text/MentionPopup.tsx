import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CandidateBones, CandidateList, optionId } from '#entities/mention/CandidateList.tsx'
import { type Candidate, mentionedOf } from '#entities/mention/candidates.ts'
import { useCandidates } from '#entities/mention/use-candidates.ts'
import { useMarked } from '#entities/mention/use-marked.ts'
import classes from './RichText.module.css'
import type { Suggesting, SuggestingStore } from './suggesting.ts'

/** Pixels that it keeps off the sides of the screen. */
const EDGE = 8

/** Whoever is not among them is named by one more letter. */
const SHOWN_MAX = 5

type Props = {
  id: string
  suggesting: SuggestingStore
  /** Tells which option is marked; null while there is no list. */
  onMark: (optionId: string | null) => void
}

/** The people whom an @ that is being typed may mean, beside it. */
export function MentionPopup({ id, suggesting, onMark }: Props) {
  const current = suggesting.use()
  if (!current) return null
  return <People id={id} suggesting={suggesting} current={current} onMark={onMark} />
}

function People({ id, suggesting, current, onMark }: Props & { current: Suggesting }) {
  const { query, choose, mount } = current
  const [host] = useState(() => document.createElement('div'))
  const { people: all, pending } = useCandidates(query)
  const people = all.slice(0, SHOWN_MAX)
  const pick = (person: Candidate) => choose(mentionedOf(person))
  const { marked, mark, press } = useMarked(people, pick)
  const shown = people.length > 0 || (pending && query === '')

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the @ by itself
  useLayoutEffect(() => {
    host.className = classes.popup ?? ''
    return mount(host, {
      onPosition({ x, y }) {
        const rightmost = document.documentElement.clientWidth - host.offsetWidth - EDGE
        host.style.transform = `translate(${Math.max(EDGE, Math.min(x, rightmost))}px, ${y}px)`
      },
    })
  }, [host])

  useLayoutEffect(() => {
    suggesting.onKey = press
    return () => {
      suggesting.onKey = () => false
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed makes another list
  useEffect(() => mark(0), [query])

  const option = people.length > 0 ? optionId(id, marked) : null
  useEffect(() => onMark(option), [option, onMark])
  useEffect(() => () => onMark(null), [onMark])

  return createPortal(
    <div className={classes.people} hidden={!shown}>
      {people.length > 0 ? (
        <CandidateList id={id} people={people} marked={marked} onMark={mark} onChoose={pick} />
      ) : (
        pending && <CandidateBones count={3} />
      )}
    </div>,
    host,
  )
}
