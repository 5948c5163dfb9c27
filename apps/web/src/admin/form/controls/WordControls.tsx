/** Controls of the community's own forms, fitted into those of the back office. */
import { TagsField } from '#entities/post/writing/TagsField.tsx'
import { ChoiceField } from '#entities/user/fields/ChoiceField.tsx'
import { InterestsField } from '#entities/user/fields/InterestsField.tsx'
import { MbtiPicker } from '#entities/user/fields/MbtiPicker.tsx'
import type { ControlProps } from '../control.ts'

export function ChoiceControl({ field, held, error, onChange }: ControlProps<'choice'>) {
  const { name, label, choices } = field
  return <ChoiceField field={name} label={label} choices={choices} value={held} error={error} onChange={onChange} />
}

export function MbtiControl({ held, error, onChange }: ControlProps<'mbti'>) {
  return <MbtiPicker value={held} error={error} onChange={onChange} />
}

export function TagsControl({ held, error, onChange, onFault }: ControlProps<'tags'>) {
  return <TagsField tags={held} error={error} disabled={false} onChange={onChange} onEdit={() => onFault(null)} />
}

export function InterestsControl({ held, error, onChange, onFault }: ControlProps<'interests'>) {
  return (
    <InterestsField
      interests={held.chosen}
      typed={held.typed}
      error={error}
      onChange={(chosen) => onChange((before) => ({ ...before, chosen }))}
      onType={(typed) => onChange((before) => ({ ...before, typed }))}
      onFault={onFault}
    />
  )
}
