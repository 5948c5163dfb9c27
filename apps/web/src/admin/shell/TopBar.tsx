import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Sheet } from '../Sheet.tsx'
import { Menu } from './Menu.tsx'
import classes from './TopBar.module.css'

/** At 960 px and below: where one is, and the menu. */
export function TopBar({ title }: { title: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={classes.menu}
        aria-label="打开菜单"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
      </button>
      {/* The page's own heading says it to screen readers. */}
      <span className={classes.title} aria-hidden>
        {title}
      </span>
      <Sheet opened={open} onClose={close} side="left" label="后台菜单">
        <Menu onChoose={close} />
      </Sheet>
    </header>
  )
}
