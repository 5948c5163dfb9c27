import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ComponentType } from 'react'
import { TagsField } from '#entities/post/writing/TagsField.tsx'
import { ChoiceField } from '#entities/user/fields/ChoiceField.tsx'
import { InterestsField } from '#entities/user/fields/InterestsField.tsx'
import { MbtiPicker } from '#entities/user/fields/MbtiPicker.tsx'
import type { ControlProps, FieldOf, Kind } from '../define-field.ts'
import { AvatarControl } from './controls/AvatarControl.tsx'
import { PicturesControl } from './controls/PicturesControl.tsx'
import { RichControl } from './controls/RichControl.tsx'
import { CategoryControl, SelectControl } from './controls/SelectControl.tsx'
import { TextControl } from './controls/TextControl.tsx'

const controls: { [K in Kind]: ComponentType<ControlProps<K>> } = {
  text: TextControl,
  password: TextControl,
  number: TextControl,
  time: TextControl,
  person: TextControl,
  rich: RichControl,
  select: SelectControl,
  category: CategoryControl,
  choice: ({ field: { name, label, choices }, value, error, onChange }) => (
    <ChoiceField field={name} label={label} choices={choices} value={value} error={error} onChange={onChange} />
  ),
  mbti: ({ value, error, onChange }) => <MbtiPicker value={value} error={error} onChange={onChange} />,
  flag: ({ field: { name, label, hint }, value, error, onChange }) => (
    <Checkbox
      name={name}
      label={label}
      description={hint}
      error={error}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  ),
  tags: ({ value, error, onChange, onError }) => (
    <TagsField tags={value} error={error} disabled={false} onChange={onChange} onEdit={() => onError(null)} />
  ),
  interests: ({ value, error, onChange, onError }) => (
    <InterestsField
      interests={value.chosen}
      typed={value.typed}
      error={error}
      onChange={(chosen) => onChange((current) => ({ ...current, chosen }))}
      onType={(typed) => onChange((current) => ({ ...current, typed }))}
      onError={onError}
    />
  ),
  avatar: AvatarControl,
  pictures: PicturesControl,
}

/** The control of the field's kind, in an element that error messages scroll to. */
export function FormField<K extends Kind>(props: ControlProps<K>) {
  const { field } = props
  const Control: ComponentType<ControlProps<K>> = controls[kindOf(field)]
  return (
    <div data-field={field.name}>
      <Control {...props} />
    </div>
  )
}

const kindOf = <K extends Kind>({ kind }: FieldOf<K>): K => kind
