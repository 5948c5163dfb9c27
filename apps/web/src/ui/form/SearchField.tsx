import { IconSearch, IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import classes from './SearchField.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'children'> & {
  value: string
  onType: (text: string) => void
  onClear?: () => void
  clearLabel?: string
  aside?: ReactNode
}

export function SearchField({ value, onType, onClear, clearLabel = '清空', aside, className, ...input }: Props) {
  return (
    <div className={`${classes.box} ${className ?? ''}`}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <input
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        {...input}
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
      {aside}
      {onClear && value && (
        <button
          type="button"
          className={classes.clear}
          aria-label={clearLabel}
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('input')?.focus()
            onClear()
          }}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}
