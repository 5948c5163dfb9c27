import { useEffect, useRef, useState } from 'react'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import classes from './CandidateList.module.css'
import type { Candidate } from './candidates.ts'

type Props<P extends Candidate> = {
  /** The id of the listbox; its options have `optionId(id, index)`. */
  id: string
  className?: string | undefined
  people: readonly P[]
  active: number
  onActivate: (index: number) => void
  onChoose: (person: P) => void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** A listbox of people. The text field keeps the focus and moves the active option with `useActiveOption`. */
export function CandidateList<P extends Candidate>({ id, className, people, active, onActivate, onChoose }: Props<P>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} className={className} role="listbox" aria-label="可以提及的人">
      {people.map((person, index) => (
        <button
          key={person.id}
          id={optionId(id, index)}
          type="button"
          className={classes.person}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onPointerMove={() => index !== active && onActivate(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar src={person.avatar} name={person.nickname} size={36} decorative />
          <span className={classes.names}>
            <span className={classes.nickname} dir="auto">
              {person.nickname}
            </span>
            <span className={classes.id}>{person.user_id}</span>
          </span>
        </button>
      ))}
    </div>
  )
}

const ROWS = [0, 1, 2, 3, 4]

export function CandidateListSkeleton({ count }: { count: 3 | 5 }) {
  return (
    <Skeleton>
      {ROWS.slice(0, count).map((row) => (
        <div className={classes.person} key={row}>
          <SkeletonBlock width={36} height={36} round />
          <span className={classes.names}>
            <SkeletonBlock width="36%" height={14} />
            <SkeletonBlock width="52%" height={12} />
          </span>
        </div>
      ))}
    </Skeleton>
  )
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The active option, moved by ↑ and ↓, chosen by Enter and Tab. Another `query` starts at the first option. */
export function useActiveOption<T>(items: readonly T[], query: string, onChoose: (item: T) => void) {
  const [state, setState] = useState({ query, index: 0 })
  const active = Math.min(state.query === query ? state.index : 0, items.length - 1)
  const activate = (index: number) => setState({ query, index })
  return {
    active,
    activate,
    /** True when the list has handled the key. */
    handleKey({ key, ...modifiers }: Key): boolean {
      const item = items[active]
      if (!item || modifiers.shiftKey || modifiers.ctrlKey || modifiers.metaKey || modifiers.altKey) return false
      if (key === 'ArrowDown') activate((active + 1) % items.length)
      else if (key === 'ArrowUp') activate((active - 1 + items.length) % items.length)
      else if (key === 'Enter' || key === 'Tab') onChoose(item)
      else return false
      return true
    },
  }
}
