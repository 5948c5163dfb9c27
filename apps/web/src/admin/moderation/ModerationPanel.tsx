import { DECISION_RULES, DECISION_WORDS, DECISIONS, history, moderate, undo } from '@shiliu/contract/admin/moderation'
import { TARGET } from '@shiliu/contract/limits'
import { MODERATION_STATES, type ModerationState, STATE_WORDS } from '@shiliu/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { useMay } from '../permissions.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import classes from './ModerationPanel.module.css'
import { type Decision, useModeration } from './use-moderation.ts'

type Props = { targetType: 1 | 2; noun: string; row: { id: number } }

const stateOf = (row: object): ModerationState => {
  const state: unknown = Reflect.get(row, 'state')
  return MODERATION_STATES.find((known) => known === state) ?? 'visible'
}

/** What may be decided about a note or a comment, and what was. */
export function ModerationPanel({ targetType, noun, row }: Props) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const moderation = useModeration(targetType)
  const may = useMay()
  const state = stateOf(row)
  const { data } = useQuery({
    queryKey: keys.adminModeration(targetType, row.id),
    queryFn: ({ signal }) => call(history, { query: { target_type: targetType, target_id: row.id }, signal }),
  })
  const lines = data?.history ?? []
  return (
    <section className={classes.panel} aria-label="处理">
      {may(moderate) && (
        <div className={classes.actions}>
          {DECISIONS.filter((action) => DECISION_RULES[action].from.includes(state)).map((action) => (
            <Button key={action} size="sm" variant="plain" onClick={() => setDecision({ action, ids: [row.id] })}>
              {DECISION_WORDS[action]}
            </Button>
          ))}
        </div>
      )}
      {lines.length > 0 && (
        <ol className={classes.history} aria-label="处理记录">
          {lines.map((line, i) => (
            <li key={line.id}>
              <span>
                {line.actor} {DECISION_WORDS[line.action]}：{STATE_WORDS[line.from]} → {STATE_WORDS[line.to]}
                {line.reason && `，${line.reason}`}
              </span>
              <RelativeTime time={line.created_at} />
              {i === 0 && !line.undone && may(moderate) && (
                <Button
                  size="sm"
                  variant="plain"
                  loading={moderation.undoing === line.id}
                  onClick={() => moderation.undo(line.id)}
                >
                  撤销
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <DecisionDialog decision={decision} noun={noun} moderation={moderation} onClose={() => setDecision(null)} />
    </section>
  )
}

/** Takes back the decision that a line of the audit trail records; nothing for other lines. */
export function UndoAudit({ row }: { row: object }) {
  const moderation = useModeration(TARGET.post)
  const may = useMay()
  const after: unknown = Reflect.get(row, 'after')
  const undoId: unknown = typeof after === 'object' && after !== null ? Reflect.get(after, 'undo_id') : undefined
  if (typeof undoId !== 'number' || Reflect.get(row, 'action') === 'undo' || !may(undo)) return null
  return (
    <Button size="sm" variant="plain" loading={moderation.undoing === undoId} onClick={() => moderation.undo(undoId)}>
      撤销这次处理
    </Button>
  )
}
