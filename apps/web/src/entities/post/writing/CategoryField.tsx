import { useId } from 'react'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { CategoriesFailed } from '../CategoriesFailed.tsx'
import { useCategories } from '../use-categories.ts'
import classes from './CategoryField.module.css'
import { Field } from './Field.tsx'

type Props = {
  value: number | null
  error: string | undefined
  disabled: boolean
  onChange: (id: number) => void
}

/** All categories in sight, one tap to choose. */
export function CategoryField({ value, error, disabled, onChange }: Props) {
  const id = useId()
  const { data, failed, retrying, retry } = useCategories()
  return (
    <Field field="category" id={id} label="分类" error={error}>
      {failed && <CategoriesFailed retrying={retrying} retry={retry} />}
      {!failed && !data && (
        <Skeleton className={classes.list}>
          {[1, 2, 3, 4, 5, 6].map((pill) => (
            <Bone key={pill} width={72} height={36} round />
          ))}
        </Skeleton>
      )}
      {data && (
        <div
          className={classes.list}
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-error`}
        >
          {data.map((category) => (
            <label key={category.id} className={classes.pill}>
              <input
                type="radio"
                className="sr-only"
                name={id}
                value={category.id}
                checked={category.id === value}
                disabled={disabled}
                onChange={() => onChange(category.id)}
              />
              {category.name}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
