import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/Button.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
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
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
  })
  return (
    <Field field="category" id={id} label="分类" error={error}>
      {isError && !data && (
        <p className={classes.failed} role="alert">
          加载分类失败
          <Button variant="plain" size="sm" loading={isFetching} onClick={() => void refetch()}>
            重新加载
          </Button>
        </p>
      )}
      {!isError && !data && (
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
