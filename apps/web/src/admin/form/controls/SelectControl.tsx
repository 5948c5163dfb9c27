import { NativeSelect } from '@mantine/core'
import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/Button.tsx'
import type { Option } from '../../define-field.ts'
import type { ControlProps } from '../control.ts'
import classes from './SelectControl.module.css'

type Props = Pick<ControlProps<'select' | 'category'>, 'held' | 'error' | 'autoFocus' | 'onChange'> & {
  field: { name: string; label: string; hint?: string; required?: boolean }
  options: readonly Option[]
}

const NOTHING: Option = { value: '', label: '请选择' }

/** One of several; nothing chosen yet is one more. */
function Choice({ field, options, held, error, autoFocus, onChange }: Props) {
  const { name, label, hint, required } = field
  return (
    <NativeSelect
      name={name}
      label={label}
      description={hint}
      required={required}
      value={held}
      classNames={classes}
      error={error}
      errorProps={{ role: 'alert' }}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...(held === '' ? [NOTHING] : []), ...options]}
    />
  )
}

export function SelectControl(props: ControlProps<'select'>) {
  return <Choice {...props} options={props.field.options} />
}

/** What there is to choose from comes from the server. */
export function CategoryControl(props: ControlProps<'category'>) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
  })
  const options = (data ?? []).map(({ id, name }): Option => ({ value: String(id), label: name }))
  return (
    <div>
      <Choice {...props} options={options} />
      {isError && !data && (
        <p className={classes.failed} role="alert">
          加载分类数据失败
          <Button variant="plain" size="sm" loading={isFetching} onClick={() => void refetch()}>
            重新加载
          </Button>
        </p>
      )}
    </div>
  )
}
