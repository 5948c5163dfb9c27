import type { Impact } from '@shiliu/contract/admin/resource'
import classes from './RemovalQuestion.module.css'
import { leadOf } from './removal-words.ts'

const NAMED_MAX = 5
const fates = { deleted: '一并删除', kept: '会保留' } as const

type Props = { noun: string; names: readonly string[]; impact: Impact }

/** What is about to go; beneath it what goes along, and what only loses its tie (spec section 2: told by the server). */
export function RemovalQuestion({ noun, names, impact }: Props) {
  const named = names.slice(0, NAMED_MAX)
  return (
    <div className={classes.question}>
      <p>{leadOf(noun, names)}</p>
      {names.length > 1 && (
        <ul className={classes.names}>
          {named.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be called the same, and none of them moves
            <li key={index}>{name}</li>
          ))}
          {names.length > named.length && <li className={classes.rest}>等 {names.length} 项</li>}
        </ul>
      )}
      {(['deleted', 'kept'] as const).map((fate) => {
        const parts = impact.filter((part) => part.fate === fate)
        return (
          parts.length > 0 && (
            <section key={fate} className={classes.fate}>
              <h3>{fates[fate]}</h3>
              <dl>
                {parts.map(({ noun: what, count }) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>{count}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        )
      })}
    </div>
  )
}
