import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Button } from '#ui/form/Button.tsx'
import classes from './ColumnMenu.module.css'
import type { Columns } from './use-columns.ts'

type Props = { columns: Columns; className: string | undefined; labelClassName: string | undefined }

export function ColumnMenu({ columns: { options, toggle, reset }, className, labelClassName }: Props) {
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      radius="lg"
      classNames={{ dropdown: classes.menu }}
    >
      <Popover.Target>
        <Button size="sm" variant="plain" className={className} aria-label="选择列" title="选择列">
          <IconColumns3 size={18} stroke={1.75} aria-hidden />
          <span className={labelClassName}>列</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="显示哪些列">
        <fieldset className={classes.options}>
          <legend className="sr-only">显示哪些列</legend>
          {options.map(({ column, visible, fixed }) => (
            <label key={column.key} className={classes.option} data-fixed={fixed || undefined}>
              <input
                type="checkbox"
                checked={visible}
                disabled={fixed}
                onChange={(event) => toggle(column, event.currentTarget.checked)}
              />
              {column.label}
            </label>
          ))}
        </fieldset>
        <button type="button" className={classes.reset} aria-disabled={!reset} onClick={() => reset?.()}>
          恢复默认
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
