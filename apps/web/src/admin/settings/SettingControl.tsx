import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { SettingField } from '@shiliu/contract/admin/setting-fields'
import { FormField } from '#ui/form/FormField.tsx'
import textField from '#ui/form/TextField.module.css'
import { TextField } from '#ui/form/TextField.tsx'
import { SelectControl } from '../form/controls/SelectControl.tsx'
import { PictureSetting } from './PictureSetting.tsx'
import classes from './SettingControl.module.css'

export type Props = {
  field: SettingField
  text: string
  error: string | undefined
  onType: (text: string) => void
}

/** The description of a choice without the API's values, which stand before their words; one may end as another. */
const withoutValues = (description: string, { options }: { options: readonly { value: string }[] }) =>
  options
    .slice()
    .sort((a, b) => b.value.length - a.value.length)
    .reduce((text, { value }) => text.replaceAll(`${value} `, ''), description)

/** The control of a setting, by what it holds. */
export function SettingControl({ field, text, error, onType }: Props) {
  const { name, label, description } = field
  switch (field.kind) {
    case 'flag':
      return (
        <Checkbox
          name={name}
          label={label}
          description={description}
          classNames={{ description: classes.described ?? '' }}
          checked={text === 'true'}
          onChange={({ currentTarget }) => onType(String(currentTarget.checked))}
        />
      )
    case 'choice':
      return (
        <SelectControl
          field={{ kind: 'select', name, label, hint: withoutValues(description, field), options: field.options }}
          value={text}
          error={error}
          readOnly={false}
          storedName=""
          autoFocus={false}
          onChange={(next) => onType(typeof next === 'function' ? next(text) : next)}
          onError={() => {}}
        />
      )
    case 'lines':
      return (
        <FormField field={name} label={label} error={error}>
          {({ id, describedBy }) => (
            <>
              <p id={`${id}-hint`} className={classes.hint}>
                {description}；每行一个
              </p>
              <textarea
                id={id}
                name={name}
                className={`${textField.input} ${classes.lines}`}
                aria-describedby={`${id}-hint ${describedBy}`}
                data-error={error !== undefined || undefined}
                aria-invalid={error !== undefined || undefined}
                value={text}
                rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
                spellCheck={false}
                onChange={({ currentTarget }) => onType(currentTarget.value)}
              />
            </>
          )}
        </FormField>
      )
    case 'picture':
      return <PictureSetting field={field} text={text} error={error} onType={onType} />
    default:
      return (
        <TextField
          name={name}
          label={label}
          description={description}
          inputMode={field.kind === 'number' ? 'numeric' : 'text'}
          value={text}
          error={error}
          autoComplete="off"
          spellCheck={false}
          onChange={onType}
        />
      )
  }
}
