import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './DayChart.module.css'
import { dayText, shortDay } from './day-text.ts'
import { barsOf, dayAt, dayByKey, topOf } from './scale.ts'

const HEIGHT = 72

type Props = {
  /** What is counted: 新用户. */
  label: string
  days: readonly { date: string; value: number }[]
}

const percent = (fraction: number) => `${fraction * 100}%`

/**
 * Small bars, one for each day. Pointer, finger and arrow keys choose a day, whose number stands above; without a choice
 * it is the last one's.
 */
export function DayChart({ label, days }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const values = days.map(({ value }) => value)
  const some = values.some((value) => value > 0)
  const last = days.length - 1
  const at = Math.min(chosen ?? last, last)
  const day = days[at]
  if (!day) return null
  const when = at === last ? '今天' : dayText(day.date)

  function point({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(dayAt((clientX - left) / width, days.length))
  }

  function walk(event: KeyboardEvent) {
    const to = event.key === 'Escape' ? last : dayByKey(event.key, at, days.length)
    if (to === null) return
    event.preventDefault()
    setChosen(to)
  }

  return (
    <div className={classes.chart}>
      <p className={classes.readout} aria-hidden>
        <span>
          {when} <b>{day.value.toLocaleString('zh-CN')}</b>
        </span>
        {some && <span>{topOf(values).toLocaleString('zh-CN')}</span>}
      </p>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={`最近 ${days.length} 天的${label}，左右键选一天`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${dayText(day.date)}，${day.value}`}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={walk}
      >
        <svg width="100%" height={HEIGHT} aria-hidden focusable="false">
          {chosen !== null && (
            <rect
              className={classes.column}
              x={percent(at / days.length)}
              width={percent(1 / days.length)}
              height={HEIGHT}
            />
          )}
          {barsOf(values, HEIGHT).map(({ x, width, height }, index) => (
            <rect
              key={days[index]?.date}
              className={classes.bar}
              data-chosen={index === at || undefined}
              x={percent(x)}
              width={percent(width)}
              y={HEIGHT - height}
              height={height}
              rx={1.5}
            />
          ))}
        </svg>
        {!some && (
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
