import type { Impact } from '@shiliu/contract/admin/resource'
import classes from './DeletionQuestion.module.css'
import { NAMED_MAX, questionText } from './deletion-text.ts'

const FATES = { deleted: '一并删除', kept: '会保留' } as const

type Props = { noun: string; names: ReadonlyMap<number, string>; impact: Impact }

/** The rows to delete, then what is deleted with them and what is kept, as counted by the server. */
export function DeletionQuestion({ noun, names, impact }: Props) {
  return (
    <div className={classes.question}>
      <p>{questionText(noun, [...names.values()])}</p>
      {names.size > 1 && (
        <ul className={classes.names}>
          {[...names].slice(0, NAMED_MAX).map(([id, name]) => (
            <li key={id}>{name}</li>
          ))}
          {names.size > NAMED_MAX && <li className={classes.rest}>等 {names.size} 项</li>}
        </ul>
      )}
      {(['deleted', 'kept'] as const).map((fate) => {
        const parts = impact.filter((part) => part.fate === fate)
        return (
          parts.length > 0 && (
            <section key={fate} className={classes.impact}>
              <h3>{FATES[fate]}</h3>
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
