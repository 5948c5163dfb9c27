import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CandidateList, CandidateListSkeleton, optionId, useActiveOption } from '#entities/mention/CandidateList.tsx'
import { type Candidate, toMention, useCandidates } from '#entities/mention/candidates.ts'
import type { Suggestion, SuggestionStore } from './create-editor.ts'
import classes from './RichText.module.css'

const MARGIN = 8

const SHOWN_MAX = 5

type Props = {
  id: string
  suggestion: SuggestionStore
  /** Receives the id of the active option; null while no list is open. */
  onActiveChange: (optionId: string | null) => void
}

export function MentionPopup({ id, suggestion, onActiveChange }: Props) {
  const current = suggestion.use()
  if (!current) return null
  return <People id={id} suggestion={suggestion} current={current} onActiveChange={onActiveChange} />
}

function People({ id, suggestion, current, onActiveChange }: Props & { current: Suggestion }) {
  const { query, choose } = current
  const [host] = useState(() => document.createElement('div'))
  const { people: all, pending } = useCandidates(query)
  const people = all.slice(0, SHOWN_MAX)
  const pick = (person: Candidate) => choose(toMention(person))
  const { active, activate, handleKey } = useActiveOption(people, query, pick)
  const shown = people.length > 0 || (pending && query === '')

  // The editor moves the mounted element by itself, so a later `mount` is not needed.
  const mount = useEffectEvent(() => {
    host.className = classes.popup ?? ''
    return current.mount(host, {
      onPosition({ x, y }) {
        const right = document.documentElement.clientWidth - host.offsetWidth - MARGIN
        host.style.transform = `translate(${Math.max(MARGIN, Math.min(x, right))}px, ${y}px)`
      },
    })
  })
  useLayoutEffect(() => mount(), [])

  useLayoutEffect(() => {
    suggestion.onKeyDown = handleKey
    return () => {
      suggestion.onKeyDown = () => false
    }
  })

  const option = people.length > 0 ? optionId(id, active) : null
  useEffect(() => onActiveChange(option), [option, onActiveChange])
  useEffect(() => () => onActiveChange(null), [onActiveChange])

  return createPortal(
    <div className={classes.people} hidden={!shown}>
      {people.length > 0 ? (
        <CandidateList id={id} people={people} active={active} onActivate={activate} onChoose={pick} />
      ) : (
        pending && <CandidateListSkeleton count={3} />
      )}
    </div>,
    host,
  )
}
