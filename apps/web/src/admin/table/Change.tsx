import { IconArrowRight } from '@tabler/icons-react'
import type { Row } from '../define-resource.ts'
import classes from './Change.module.css'
import type { ChangedField } from './change.ts'
import { changesOf } from './changes-of.ts'
import { differenceOf } from './difference.ts'

const NOTHING = '空'

/** What an administrator's write made of a record, field by field. */
export function Change({ row }: { row: Row }) {
  const { fields, updated } = changesOf(row)
  if (fields.length === 0) return <p className={classes.nothing}>内容没有变化</p>
  return (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <div key={field.label}>
          <dt>{field.label}</dt>
          <dd>{updated ? <Both {...field} /> : field.before || field.after}</dd>
        </div>
      ))}
    </dl>
  )
}

function Both({ before, after, long }: ChangedField) {
  if (long && before && after) {
    const parts = differenceOf(before, after)
    // Another text altogether: one above the other.
    const whole = parts.every(({ kind }) => kind !== 'same')
    return parts.map(({ kind, text }, index) => {
      const Tag = ({ same: 'span', gone: 'del', new: 'ins' } as const)[kind]
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Tag key={index} data-whole={whole || undefined}>
          {text}
        </Tag>
      )
    })
  }
  if (!before) return <ins>{after}</ins>
  return (
    <span className={classes.both}>
      <del>{before}</del>
      <IconArrowRight size={16} stroke={1.75} aria-label="改为" />
      <ins>{after || NOTHING}</ins>
    </span>
  )
}
