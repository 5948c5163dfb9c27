import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { hasOverlay } from '#ui/overlay/overlay.ts'
import classes from './FilterInput.module.css'
import { SearchField } from './SearchField.tsx'

const DEBOUNCE_MS = 300

type Props = {
  value: string
  label: string
  maxLength: number
  onChange: (value: string) => void
}

export function FilterInput({ value, label, maxLength, onChange }: Props) {
  const [text, setText] = useState(value)
  const [composing, setComposing] = useState(false)
  const [received, setReceived] = useState(value)
  const [applied, setApplied] = useState(value)

  // Changed from outside: by going back, or by a button that clears all filters.
  if (value !== received) {
    setReceived(value)
    if (value !== applied) {
      setApplied(value)
      setText(value)
    }
  }

  function apply(next: string) {
    const filter = next.trim()
    if (filter === applied) return
    setApplied(filter)
    onChange(filter)
  }

  const applyTyped = useEffectEvent(apply)
  useEffect(() => {
    if (composing) return
    const timer = setInterval(() => {
      if (hasOverlay()) return
      clearInterval(timer)
      applyTyped(text)
    }, DEBOUNCE_MS)
    return () => clearInterval(timer)
  }, [text, composing])

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(text)
  }
  function clear() {
    setText('')
    apply('')
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
