import { Button } from '#ui/form/Button.tsx'
import classes from './Pager.module.css'

type Props = { page: number; pages: number; onPage: (page: number) => void }

export function Pager({ page, pages, onPage }: Props) {
  if (pages <= 1) return null

  /** `aria-disabled` only: a disabled button would lose the focus. */
  const step = (target: number, label: string) => {
    const off = target < 1 || target > pages
    return (
      <Button
        variant="plain"
        size="sm"
        className={classes.step}
        aria-disabled={off || undefined}
        onClick={() => !off && onPage(target)}
      >
        {label}
      </Button>
    )
  }
  return (
    <nav className={classes.pager} aria-label="分页">
      {step(page - 1, '上一页')}
      <span className={classes.where} aria-current="page">
        {page} / {pages}
      </span>
      {step(page + 1, '下一页')}
    </nav>
  )
}
