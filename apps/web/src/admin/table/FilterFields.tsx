import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, useId } from 'react'
import type { Filter } from '../define-resource.ts'
import classes from './FilterFields.module.css'
import { useFilterOptions } from './use-filter-options.ts'

type Props = {
  filters: readonly Filter[]
  values: Record<string, string>
  onChange: (name: string, value: string) => void
}

/** A text box or a choice for each filter; the form around it decides when they apply. */
export function FilterFields({ filters, values, onChange }: Props) {
  const form = useId()
  return filters.map((filter) => {
    const { name, label } = filter
    const props = {
      id: `${form}${name}`,
      name,
      className: classes.input,
      value: values[name] ?? '',
      onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
    }
    return (
      <div key={name} className={classes.field}>
        <label className={classes.label} htmlFor={props.id}>
          {label}
        </label>
        {filter.kind === 'text' ? (
          <input {...props} type="text" enterKeyHint="search" autoComplete="off" spellCheck={false} />
        ) : (
          <Choice filter={filter} {...props} />
        )}
      </div>
    )
  })
}

type ChoiceProps = ComponentProps<'select'> & { filter: Extract<Filter, { kind: 'select' }> }

function Choice({ filter, ...props }: ChoiceProps) {
  const options = useFilterOptions(filter)
  return (
    <span className={classes.choice}>
      <select {...props}>
        <option value="">全部</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </span>
  )
}
