import { useId } from 'react'
import type { Filter } from '../define-resource.ts'
import classes from './FilterFields.module.css'

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
          <select {...props}>
            <option value="">全部</option>
            {filter.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </div>
    )
  })
}
