import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { FormField } from '#ui/form/FormField.tsx'
import classes from './MbtiPicker.module.css'
import { DIMENSIONS, type Dimension, LETTER_NAMES, letterAt, optionsOf, setLetter } from './mbti.ts'

type Props = {
  /** Four letters, with `-` for an open dimension; '' for none. */
  value: string
  error?: string | undefined
  disabled?: boolean
  onChange: (mbti: string) => void
}

export function MbtiPicker({ value, error, disabled = false, onChange }: Props) {
  const wheels = useRef<HTMLDivElement>(null)
  function clearAll() {
    onChange('')
    // The button disappears: keep the focus in the field.
    wheels.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()
  }
  const clear = value !== '' && (
    <button type="button" className={classes.clear} disabled={disabled} onClick={clearAll}>
      清空
    </button>
  )
  return (
    <FormField field="mbti" label="MBTI" aside={clear} error={error} group>
      <div ref={wheels} className={classes.wheels} data-error={error ? true : undefined}>
        {DIMENSIONS.map((dimension, index) => (
          <Wheel
            key={dimension.name}
            dimension={dimension}
            value={letterAt(value, index)}
            disabled={disabled}
            onChange={(letter) => onChange(setLetter(value, index, letter))}
          />
        ))}
      </div>
    </FormField>
  )
}

/** Pixels of one option, as in the style sheet. */
const OPTION_HEIGHT = 36
/** Scrolling has ended after this time without a scroll event. */
const SCROLL_END_MS = 80

type WheelProps = { dimension: Dimension; value: string; disabled: boolean; onChange: (letter: string) => void }

const labelOf = (letter: string) => (letter ? `${letter} ${LETTER_NAMES[letter]}` : '未选')

/** Three options in a native scroll container with scroll snapping; arrow keys, letters and taps choose as well. */
function Wheel({ dimension, value, disabled, onChange }: WheelProps) {
  const wheel = useRef<HTMLDivElement>(null)
  const scrollEnd = useRef<ReturnType<typeof setTimeout>>(undefined)
  const options = optionsOf(dimension)
  const index = options.indexOf(value)
  const mounted = useRef(false)

  useLayoutEffect(() => {
    // The first position is set without the style sheet's smooth scrolling.
    wheel.current?.scrollTo({ top: index * OPTION_HEIGHT, behavior: mounted.current ? 'auto' : 'instant' })
    mounted.current = true
  }, [index])
  useEffect(() => () => clearTimeout(scrollEnd.current), [])

  function onScroll() {
    clearTimeout(scrollEnd.current)
    scrollEnd.current = setTimeout(() => {
      const letter = options[Math.round((wheel.current?.scrollTop ?? 0) / OPTION_HEIGHT)]
      if (letter !== undefined && letter !== value && !disabled) onChange(letter)
    }, SCROLL_END_MS)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const letters: Record<string, string | undefined> = {
      ArrowUp: options[index - 1],
      ArrowDown: options[index + 1],
      Home: options[0],
      End: options[2],
      Backspace: '',
      Delete: '',
      [options[0]]: options[0],
      [options[2]]: options[2],
    }
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
    if (!(key in letters)) return
    event.preventDefault()
    const letter = letters[key]
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
      aria-valuetext={labelOf(value)}
      aria-disabled={disabled || undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      {options.map((letter) => (
        <button
          key={letter}
          type="button"
          className={classes.option}
          tabIndex={-1}
          data-on={letter === value || undefined}
          aria-label={labelOf(letter)}
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
