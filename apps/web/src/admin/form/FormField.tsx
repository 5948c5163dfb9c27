import type { ComponentType } from 'react'
import type { FieldOf, Kind } from '../define-field.ts'
import type { ControlProps } from './control.ts'
import { AvatarControl } from './controls/AvatarControl.tsx'
import { FlagControl } from './controls/FlagControl.tsx'
import { LineControl } from './controls/LineControl.tsx'
import { PicturesControl } from './controls/PicturesControl.tsx'
import { RichControl } from './controls/RichControl.tsx'
import { CategoryControl, SelectControl } from './controls/SelectControl.tsx'
import { ChoiceControl, InterestsControl, MbtiControl, TagsControl } from './controls/WordControls.tsx'

const controls: { [K in Kind]: ComponentType<ControlProps<K>> } = {
  text: LineControl,
  password: LineControl,
  number: LineControl,
  person: LineControl,
  rich: RichControl,
  select: SelectControl,
  category: CategoryControl,
  choice: ChoiceControl,
  mbti: MbtiControl,
  flag: FlagControl,
  tags: TagsControl,
  interests: InterestsControl,
  avatar: AvatarControl,
  pictures: PicturesControl,
}

/** The control of the field's kind, in a place that a message can lead to. */
export function FormField<K extends Kind>(props: ControlProps<K>) {
  const { field } = props
  const Control: ComponentType<ControlProps<K>> = controls[kindOf(field)]
  return (
    <div data-place={field.name}>
      <Control {...props} />
    </div>
  )
}

const kindOf = <K extends Kind>({ kind }: FieldOf<K>): K => kind
