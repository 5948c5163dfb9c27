import { NativeSelect } from '@mantine/core'
import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import textField from '#ui/form/TextField.module.css'
import type { ControlProps, Option } from '../../define-field.ts'
import classes from './SelectControl.module.css'

type Props = Pick<ControlProps<'select' | 'category'>, 'value' | 'error' | 'autoFocus' | 'onChange'> & {
  field: { name: string; label: string; hint?: string; required?: boolean }
  options: readonly Option[]
}

const NONE: Option = { value: '', label: '请选择' }

/** A native select. 请选择 is an option until a value is chosen. */
function Select({ field, options, value, error, autoFocus, onChange }: Props) {
  const { name, label, hint, required } = field
  return (
    <NativeSelect
      name={name}
      label={label}
      description={hint}
      required={required}
      value={value}
      classNames={{
        label: textField.label,
        description: textField.description,
        input: textField.input,
        error: textField.error,
      }}
      error={error}
      errorProps={{ role: 'alert' }}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...(value === '' ? [NONE] : []), ...options]}
    />
  )
}

export function SelectControl(props: ControlProps<'select'>) {
  return <Select {...props} options={props.field.options} />
}

export function CategoryControl(props: ControlProps<'category'>) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
  })
  const options = (data ?? []).map(({ id, name }): Option => ({ value: String(id), label: name }))
  return (
    <div>
      <Select {...props} options={options} />
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
