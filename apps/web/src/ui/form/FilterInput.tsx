import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isCovered } from './covered.ts'
import classes from './FilterBox.module.css'
import { SearchField } from './SearchField.tsx'

/** Milliseconds without a key before the list is asked. */
const PAUSE_MS = 300

type Props = {
  /** What the list is narrowed to. */
  value: string
  label: string
  maxLength: number
  onChange: (value: string) => void
}

/** A search pill that narrows a list while one types; Enter does so at once. */
export function FilterBox({ value, label, maxLength, onChange }: Props) {
  const [text, setText] = useState(value)
  const [composing, setComposing] = useState(false)
  const told = useRef(value)
  // The pause may end after other parts of what the list is narrowed to have changed.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  // Narrowed to something else from outside: by going back, by a button that clears all.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])

  function tell(next: string) {
    const wanted = next.trim()
    if (wanted === told.current) return
    told.current = wanted
    latest.current(wanted)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause anew
  useEffect(() => {
    if (composing) return
    const timer = setInterval(() => {
      if (isCovered()) return
      clearInterval(timer)
      tell(text)
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [text, composing])

  function submit(event: FormEvent) {
    event.preventDefault()
    tell(text)
  }
  function clear() {
    setText('')
    tell('')
  }
  return (
    <search className={classes.around}>
      <form className={classes.form} onSubmit={submit}>
        <SearchField
          placeholder={label}
          aria-label={label}
          maxLength={maxLength}
          value={text}
          onType={setText}
          onClear={clear}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
      </form>
    </search>
  )
}
