import type { TagStat } from '@shiliu/contract/search'
import { type ReactNode, useEffect, useState } from 'react'
import { useOverflowEdges } from '#ui/feed/use-overflow-edges.ts'
import { SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { scrollBehavior } from '#ui/motion/scroll.ts'
import { CountText } from '#ui/text/Count.tsx'
import classes from './TagChips.module.css'

type TagChip = { tag: string; count: number | null }

/** The chips that narrow a search. The selected tag is one of them even if it is too rare to be in `stats`. */
export function toChips(stats: readonly TagStat[], selected: string): TagChip[] {
  const chips: TagChip[] = stats.map(({ label, count }) => ({ tag: label, count }))
  const missing = selected !== '' && chips.every(({ tag }) => tag !== selected)
  return missing ? [{ tag: selected, count: null }, ...chips] : chips
}

type Props = {
  chips: readonly TagChip[]
  /** '' for 全部. */
  value: string
  onChoose: (tag: string) => void
}

/** Tags that narrow the notes. The bar sticks below the header; on narrow screens it scrolls sideways. */
export function TagChips({ chips, value, onChoose }: Props) {
  const [row, setRow] = useState<HTMLDivElement | null>(null)
  useOverflowEdges(row, 'more')
  useEffect(() => {
    const selected = row?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(value)}"]`)
    if (!row || !selected) return
    const left = selected.offsetLeft - (row.clientWidth - selected.offsetWidth) / 2
    row.scrollTo({ left, behavior: scrollBehavior() })
  }, [row, value])

  const chip = (tag: string, label: ReactNode) => (
    <button
      key={tag}
      type="button"
      className={classes.chip}
      data-tag={tag}
      aria-pressed={tag === value}
      onClick={() => tag !== value && onChoose(tag)}
    >
      {label}
    </button>
  )
  return (
    <fieldset className={classes.bar} aria-label="按标签筛选">
      <div ref={setRow} className={classes.row}>
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
    </fieldset>
  )
}

const SKELETON_WIDTHS = [56, 96, 84, 100, 72]

export function TagSkeleton() {
  return (
    <div className={classes.bar} aria-hidden>
      <div className={classes.row}>
        {SKELETON_WIDTHS.map((width) => (
          <SkeletonBlock key={width} width={width} height={36} round />
        ))}
      </div>
    </div>
  )
}
