import { IconArrowRight } from '@tabler/icons-react'
import type { Row } from '../define-resource.ts'
import { type ChangedField, changesOf } from './audit-changes.ts'
import classes from './ChangeList.module.css'
import { diffTexts } from './text-diff.ts'

const EMPTY = '空'
const TAGS = { same: 'span', deleted: 'del', inserted: 'ins' } as const

export function ChangeList({ row }: { row: Row }) {
  const { fields, isUpdate } = changesOf(row)
  if (fields.length === 0) return <p className={classes.nothing}>{isUpdate ? '内容没有变化' : '没有更多内容'}</p>
  return (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <div key={field.label}>
          <dt>{field.label}</dt>
          <dd>{isUpdate ? <BeforeAfter {...field} /> : field.before || field.after}</dd>
        </div>
      ))}
    </dl>
  )
}

function BeforeAfter({ before, after, long }: ChangedField) {
  if (long && before && after) return <TextDiff before={before} after={after} />
  if (!before) return <ins>{after}</ins>
  return (
    <span className={classes.pair}>
      <del>{before}</del>
      <IconArrowRight size={16} stroke={1.75} aria-label="改为" />
      <ins>{after || EMPTY}</ins>
    </span>
  )
}

function TextDiff({ before, after }: Pick<ChangedField, 'before' | 'after'>) {
  const parts = diffTexts(before, after)
  // Texts with nothing in common are stacked instead of inline.
  const whole = parts.every(({ kind }) => kind !== 'same')
  let offset = 0
  return parts.map(({ kind, text }) => {
    const Tag = TAGS[kind]
    const key = `${offset} ${kind}`
    offset += text.length
    return (
      <Tag key={key} data-whole={whole || undefined}>
        {text}
      </Tag>
    )
  })
}
