import { type ReactNode, useEffect, useState } from 'react'
import { CountText } from '#ui/CountText.tsx'
import { scrollMotion } from '#ui/motion.ts'
import { Bone } from '#ui/Skeleton.tsx'
import { useRowEnds } from '#ui/use-row-ends.ts'
import type { TagChip } from './found-notes.ts'
import classes from './TagChips.module.css'

type Props = {
  chips: readonly TagChip[]
  /** Empty for 全部. */
  value: string
  onChoose: (tag: string) => void
}

/** Tags to narrow the notes by. They stay beneath the header; on narrow screens they scroll sideways. */
export function TagChips({ chips, value, onChoose }: Props) {
  const [row, setRow] = useState<HTMLDivElement | null>(null)
  useRowEnds(row, 'more', chips.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another chip to bring into sight
  useEffect(() => {
    const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!row || !chosen) return
    const left = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
    row.scrollTo({ left, behavior: scrollMotion() })
  }, [row, value])

  const chip = (tag: string, label: ReactNode) => (
    <button
      key={tag}
      type="button"
      className={classes.chip}
      aria-pressed={tag === value}
      onClick={() => tag !== value && onChoose(tag)}
    >
      {label}
    </button>
  )
  return (
    <div className={classes.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling flex row everywhere */}
      <div ref={setRow} className={classes.row} role="group" aria-label="按标签筛选">
        {chip('', '全部')}
        {chips.map(({ tag, count }) =>
          chip(
            tag,
            <>
              {tag}
              {count !== null && <CountText value={count} />}
            </>,
          ),
        )}
      </div>
    </div>
  )
}

const BONES = [56, 96, 84, 96, 72]

/** Keeps the room of the chips that come. */
export function TagBones() {
  return (
    <div className={classes.bar} aria-hidden>
      <div className={classes.row}>
        {BONES.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never move
          <Bone key={index} width={width} height={36} round />
        ))}
      </div>
    </div>
  )
}
