import { Button } from '#ui/Button.tsx'
import classes from './CategoriesFailed.module.css'
import type { useCategories } from './use-categories.ts'

/** Says that the categories did not come, with a way to ask again (spec section 8 «Content»). */
export function CategoriesFailed({ retrying, retry }: Pick<ReturnType<typeof useCategories>, 'retrying' | 'retry'>) {
  return (
    <p className={classes.failed} role="alert">
      加载分类数据失败
      <Button variant="plain" size="sm" loading={retrying} onClick={retry}>
        重新加载
      </Button>
    </p>
  )
}
