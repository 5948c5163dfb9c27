import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'children' | 'title'> & { label: string; icon: TablerIcon }

export function IconButton({ label, icon: Icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={className ? `${classes.tool} ${className}` : classes.tool}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </button>
  )
}
