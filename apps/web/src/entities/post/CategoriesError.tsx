import type { useCategories } from '#entities/category/category.queries.ts'
import { Button } from '#ui/form/Button.tsx'
import classes from './CategoriesError.module.css'

export function CategoriesError({ retrying, retry }: Pick<ReturnType<typeof useCategories>, 'retrying' | 'retry'>) {
  return (
    <p className={classes.error} role="alert">
      加载分类数据失败
      <Button variant="plain" size="sm" loading={retrying} onClick={retry}>
        重新加载
      </Button>
    </p>
  )
}
