import classes from './FieldTable.module.css'
import type { Field } from './fields.ts'

type Props = { caption: string; fields: readonly Field[] }

/** What may be sent: name, type, whether it must be, and what it is. */
export function FieldTable({ caption, fields }: Props) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">参数名</th>
          <th scope="col">类型</th>
          <th scope="col">必填</th>
          <th scope="col">说明</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, place, type, required, description }) => (
          <tr key={`${place} ${name}`}>
            <th scope="row">
              <code>{name}</code>
              {place !== '内容' && <span className={classes.place}>{place}</span>}
            </th>
            <td>
              <code className={classes.type}>{type}</code>
            </td>
            <td data-required={required || undefined}>{required ? '必填' : '可选'}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
