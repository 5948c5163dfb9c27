import { APPEAL_STATES, type AppealAnswer } from '@shiliu/contract/admin/appeals'
import { ACCOUNT } from '@shiliu/contract/limits'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FilterInput } from '#ui/form/FilterInput.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { AppealCard } from './AppealCard.tsx'
import classes from './AppealsPage.module.css'
import { ANSWER_WORDS, type AppealFilter, useAnswers, useAppeal, useAppealFilter } from './use-appeals.ts'

const STATES = { open: '待处理', resolved: '已处理' } as const
const TYPES = [
  ['', '全部'],
  [1, '笔记'],
  [2, '评论'],
] as const

/** Appeals one after the other: the oldest that waits first (docs/product.md#appeals). */
export function AppealsPage() {
  const { filter, choose } = useAppealFilter()
  const [place, setPlace] = useState(0)
  const [asked, setAsked] = useState<AppealAnswer | null>(null)
  const { appeal, total, error, isPending, retry } = useAppeal(filter, place)
  const answers = useAnswers()
  const isOpen = appeal?.state === 'open'

  const chosen = Object.values(filter).join()
  const [before, setBefore] = useState(chosen)
  if (chosen !== before) {
    setBefore(chosen)
    setPlace(0)
  }
  // The last one was answered, here or by somebody else.
  if (!isPending && place > 0 && place >= total) setPlace(Math.max(0, total - 1))

  const move = (by: number) => setPlace(Math.min(Math.max(0, place + by), Math.max(0, total - 1)))
  const ask = (answer: AppealAnswer) => isOpen && setAsked(answer)

  useShortcuts({
    j: () => move(1),
    ArrowRight: () => move(1),
    k: () => move(-1),
    ArrowLeft: () => move(-1),
    a: () => ask('accept'),
    r: () => ask('refuse'),
  })

  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>申诉</h1>
      <div className={classes.filters}>
        <fieldset className={classes.choices} aria-label="状态">
          {APPEAL_STATES.map((state) => (
            <button
              key={state}
              type="button"
              aria-pressed={filter.state === state}
              onClick={() => filter.state !== state && choose({ state })}
            >
              {STATES[state]}
            </button>
          ))}
        </fieldset>
        <fieldset className={classes.choices} aria-label="类型">
          {TYPES.map(([target_type, label]) => (
            <button
              key={label}
              type="button"
              aria-pressed={filter.target_type === target_type}
              onClick={() => filter.target_type !== target_type && choose({ target_type })}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <FilterInput
          label="作者的小石榴号"
          value={filter.user_id}
          maxLength={ACCOUNT.userIdMax}
          onChange={(user_id) => choose({ user_id })}
        />
      </div>
      {error && <ErrorState error={error} onRetry={retry} />}
      {isPending && (
        <Skeleton className={classes.loading}>
          <SkeletonBlock height={96} />
          <SkeletonBlock height={280} />
        </Skeleton>
      )}
      {!isPending && !error && total === 0 && (
        <Nothing filter={filter} onClear={() => choose({ target_type: '', user_id: '' })} />
      )}
      {appeal && (
        <>
          <AppealCard
            key={appeal.id}
            appeal={appeal}
            onAuthor={filter.user_id ? undefined : (user_id) => choose({ user_id })}
          />
          <div className={classes.bar}>
            <Button
              variant="plain"
              size="sm"
              aria-label="上一条"
              aria-disabled={place === 0 || undefined}
              onClick={() => move(-1)}
            >
              <IconChevronLeft size={20} aria-hidden />
            </Button>
            <span className={classes.place} role="status">
              {place + 1} / {total}
            </span>
            <Button
              variant="plain"
              size="sm"
              aria-label="下一条"
              aria-disabled={place + 1 >= total || undefined}
              onClick={() => move(1)}
            >
              <IconChevronRight size={20} aria-hidden />
            </Button>
            {isOpen && (
              <span className={classes.answers}>
                <Button variant="plain" onClick={() => ask('refuse')}>
                  {ANSWER_WORDS.refuse}
                </Button>
                <Button onClick={() => ask('accept')}>{ANSWER_WORDS.accept}</Button>
              </span>
            )}
          </div>
          <p className={classes.keys}>J 下一条　K 上一条{isOpen && '　A 恢复　R 维持原处理'}</p>
        </>
      )}
      <AnswerDialog
        answer={asked}
        busy={answers.busy}
        onAnswer={(answer, reason) => appeal && answers.answer(appeal, answer, reason, () => setAsked(null))}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}

function Nothing({ filter, onClear }: { filter: AppealFilter; onClear: () => void }) {
  const { state, target_type, user_id } = filter
  if (target_type === '' && user_id === '')
    return <EmptyState title={state === 'open' ? '没有等待处理的申诉' : '还没有处理过申诉'} />
  return (
    <EmptyState
      title="没有符合条件的申诉"
      action={
        <Button variant="plain" onClick={onClear}>
          清空条件
        </Button>
      }
    />
  )
}
