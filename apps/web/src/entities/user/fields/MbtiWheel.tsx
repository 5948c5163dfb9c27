import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './MbtiPicker.module.css'
import { type Dimension, LETTER_NAMES, stopsOf } from './mbti.ts'

/** Pixels of one stop, as in the style sheet. */
const STOP = 36
/** A wheel that has not moved for so long has come to rest. */
const REST_MS = 80

type Props = { dimension: Dimension; value: string; disabled: boolean; onChange: (letter: string) => void }

const textOf = (letter: string) => (letter ? `${letter} ${LETTER_NAMES[letter]}` : '未选')

/**
 * Three stops that roll by finger, by mouse wheel and by arrow keys; a tap on one chooses it, its letter does too. The
 * browser's own scrolling turns it, so a page that is scrolled across it moves on without turning it.
 */
export function MbtiWheel({ dimension, value, disabled, onChange }: Props) {
  const wheel = useRef<HTMLDivElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stops = stopsOf(dimension)
  const index = stops.indexOf(value)
  const shown = useRef(false)

  useLayoutEffect(() => {
    // How it moves there is the style sheet's; at first it is there.
    wheel.current?.scrollTo({ top: index * STOP, behavior: shown.current ? 'auto' : 'instant' })
    shown.current = true
  }, [index])
  useEffect(() => () => clearTimeout(rest.current), [])

  function roll() {
    clearTimeout(rest.current)
    rest.current = setTimeout(() => {
      const at = stops[Math.round((wheel.current?.scrollTop ?? 0) / STOP)]
      if (at !== undefined && at !== value && !disabled) onChange(at)
    }, REST_MS)
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next: Record<string, string | undefined> = {
      ArrowUp: stops[index - 1],
      ArrowDown: stops[index + 1],
      Home: stops[0],
      End: stops[2],
      Backspace: '',
      Delete: '',
      [stops[0]]: stops[0],
      [stops[2]]: stops[2],
    }
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
    if (!(key in next)) return
    event.preventDefault()
    const letter = next[key]
    if (letter !== undefined && letter !== value && !disabled) onChange(letter)
  }

  return (
    <div
      ref={wheel}
      className={classes.wheel}
      role="spinbutton"
      tabIndex={disabled ? -1 : 0}
      aria-label={dimension.name}
      aria-valuemin={0}
      aria-valuemax={2}
      aria-valuenow={index}
      aria-valuetext={textOf(value)}
      aria-disabled={disabled || undefined}
      onScroll={roll}
      onKeyDown={press}
    >
      {stops.map((letter) => (
        <button
          key={letter}
          type="button"
          className={classes.stop}
          tabIndex={-1}
          data-on={letter === value || undefined}
          aria-label={textOf(letter)}
          disabled={disabled}
          onClick={() => onChange(letter)}
        >
          {letter ? (
            <>
              {letter}
              <small>{LETTER_NAMES[letter]}</small>
            </>
          ) : (
            '–'
          )}
        </button>
      ))}
    </div>
  )
}
