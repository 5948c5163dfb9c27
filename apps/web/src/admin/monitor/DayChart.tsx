import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { axisMax, columnAfterKey, columnAt, layoutBars } from './chart-scale.ts'
import classes from './DayChart.module.css'
import { dayText, shortDay } from './format.ts'

const HEIGHT = 72

type Props = {
  label: string
  days: readonly { date: string; value: number }[]
}

const percent = (fraction: number) => `${fraction * 100}%`

/** A bar per day. Pointer and arrow keys select a day, whose value is shown above; by default the last one. */
export function DayChart({ label, days }: Props) {
  const [selected, setSelected] = useState<number | null>(null)
  const values = days.map(({ value }) => value)
  const hasValues = values.some((value) => value > 0)
  const last = days.length - 1
  const index = Math.min(selected ?? last, last)
  const day = days[index]
  if (!day) return null
  const dayLabel = index === last ? '今天' : dayText(day.date)

  function selectAt({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setSelected(columnAt((clientX - left) / width, days.length))
  }

  function moveByKey(event: KeyboardEvent) {
    const to = event.key === 'Escape' ? last : columnAfterKey(event.key, index, days.length)
    if (to === null) return
    event.preventDefault()
    setSelected(to)
  }

  return (
    <div className={classes.chart}>
      <p className={classes.readout} aria-hidden>
        <span>
          {dayLabel} <b>{day.value.toLocaleString('zh-CN')}</b>
        </span>
        {hasValues && <span>{axisMax(values).toLocaleString('zh-CN')}</span>}
      </p>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={`最近 ${days.length} 天的${label}，左右键选一天`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index + 1}
        aria-valuetext={`${dayText(day.date)}，${day.value}`}
        onPointerDown={selectAt}
        onPointerMove={selectAt}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setSelected(null)}
        onBlur={() => setSelected(null)}
        onKeyDown={moveByKey}
      >
        <svg width="100%" height={HEIGHT} aria-hidden focusable="false">
          {selected !== null && (
            <rect
              className={classes.column}
              x={percent(index / days.length)}
              width={percent(1 / days.length)}
              height={HEIGHT}
            />
          )}
          {layoutBars(values, HEIGHT).map(({ x, width, height }, bar) => (
            <rect
              key={days[bar]?.date}
              className={classes.bar}
              data-selected={bar === index || undefined}
              x={percent(x)}
              width={percent(width)}
              y={HEIGHT - height}
              height={height}
              rx={1.5}
            />
          ))}
        </svg>
        {!hasValues && (
          <span className={classes.none} aria-hidden>
            这 {days.length} 天没有{label}
          </span>
        )}
      </div>
      <p className={classes.ends} aria-hidden>
        <span>{shortDay(days[0]?.date ?? '')}</span>
        <span>{shortDay(days[last]?.date ?? '')}</span>
      </p>
    </div>
  )
}
