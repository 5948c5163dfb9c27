import { useEffect, useRef } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './CandidateList.module.css'
import type { Candidate } from './candidates.ts'

type Props<P extends Candidate> = {
  /** The list's id; that of the option at an index is `optionId(id, index)`. */
  id: string
  className?: string | undefined
  people: readonly P[]
  marked: number
  onMark: (index: number) => void
  onChoose: (person: P) => void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** People to choose one from; the field that is typed into keeps the focus and moves the mark. */
export function CandidateList<P extends Candidate>({ id, className, people, marked, onMark, onChoose }: Props<P>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <div ref={list} id={id} className={className} role="listbox" aria-label="可以提及的人">
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is heard where one types
        <div
          key={person.id}
          id={optionId(id, index)}
          className={classes.person}
          role="option"
          aria-selected={index === marked}
          tabIndex={-1}
          onPointerMove={() => index !== marked && onMark(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar src={person.avatar} name={person.nickname} size={36} decorative />
          <span className={classes.names}>
            <span className={classes.nickname}>{person.nickname}</span>
            <span className={classes.id}>{person.user_id}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** People in the shape of those that come. */
export function CandidateBones({ count }: { count: number }) {
  return (
    <Skeleton>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
        <div className={classes.person} key={index}>
          <Bone width={36} height={36} round />
          <span className={classes.names}>
            <Bone width="36%" height={14} />
            <Bone width="52%" height={12} />
          </span>
        </div>
      ))}
    </Skeleton>
  )
}
