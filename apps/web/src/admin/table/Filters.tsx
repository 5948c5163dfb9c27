import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import * as categories from '@shiliu/contract/categories'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import type { Option } from '../define-field.ts'
import type { Filter } from '../define-resource.ts'
import classes from './Filters.module.css'

type Props = {
  filters: readonly Filter[]
  /** The applied filters. When they change, as by going back, they replace what was typed. */
  values: Record<string, string>
  onApply: (values: Record<string, string>) => void
  applyLabel: string
  clearLabel: string
}

const ALL: Option = { value: '', label: '全部' }
const chevron = <IconChevronDown size={16} stroke={1.75} aria-hidden />
const fieldClasses = { root: classes.field ?? '', label: classes.label ?? '', input: classes.input ?? '' }

export function Filters({ filters, values, onApply, applyLabel, clearLabel }: Props) {
  const [draft, setDraft] = useState(values)
  const applied = JSON.stringify(values)
  const [shown, setShown] = useState(applied)
  if (applied !== shown) {
    setShown(applied)
    setDraft(values)
  }
  const categoryOptions = useCategoryOptions(filters.some((filter) => 'optionsFrom' in filter))

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
      {filters
        .filter(({ name, linked }) => !linked || values[name])
        .map((filter) => {
          const { name, label } = filter
          const props = {
            name,
            label,
            classNames: fieldClasses,
            value: draft[name] ?? '',
            onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
              setDraft((current) => ({ ...current, [name]: value })),
          }
          if (filter.kind === 'text') {
            return <TextInput key={name} {...props} enterKeyHint="search" autoComplete="off" spellCheck={false} />
          }
          if (filter.kind === 'date') return <TextInput key={name} {...props} type="date" max="9999-12-31" />
          const fetched = filter.optionsFrom ? categoryOptions : []
          return (
            <NativeSelect key={name} {...props} rightSection={chevron} data={[ALL, ...filter.options, ...fetched]} />
          )
        })}
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

function useCategoryOptions(enabled: boolean): readonly Option[] {
  const { data = [] } = useQuery({
    queryKey: keys.categories,
    enabled,
    queryFn: ({ signal }) => call(categories.list, { signal }),
    select: (list) => list.map(({ id, name }): Option => ({ value: String(id), label: name })),
  })
  return data
}
