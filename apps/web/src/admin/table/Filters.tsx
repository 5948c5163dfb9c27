import { type FormEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import type { Filter } from '../define-resource.ts'
import { FilterFields } from './FilterFields.tsx'
import classes from './Filters.module.css'

type Props = {
  filters: readonly Filter[]
  /** Those that narrow now: when they change, as by going back, they replace what was typed. */
  values: Record<string, string>
  onApply: (values: Record<string, string>) => void
  applyLabel: string
  clearLabel: string
}

/** What is typed narrows on Enter or the button, not before. */
export function Filters({ filters, values, onApply, applyLabel, clearLabel }: Props) {
  const [draft, setDraft] = useState(values)
  const told = JSON.stringify(values)
  const [known, setKnown] = useState(told)
  if (told !== known) {
    setKnown(told)
    setDraft(values)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    onApply(draft)
  }

  function clear() {
    setDraft({})
    onApply({})
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <FilterFields
        filters={filters}
        values={draft}
        onChange={(name, value) => setDraft((current) => ({ ...current, [name]: value }))}
      />
      <div className={classes.actions}>
        <Button type="submit" size="sm" variant="plain" className={classes.apply}>
          {applyLabel}
        </Button>
        <Button size="sm" variant="plain" className={classes.clear} onClick={clear}>
          {clearLabel}
        </Button>
      </div>
    </form>
  )
}
