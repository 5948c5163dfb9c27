import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { keys } from '#api/keys.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { ADMIN_TOAST_MS } from '../feedback.ts'
import { SanctionForm } from '../sanctions/SanctionForm.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { QueueActions } from './QueueActions.tsx'
import { QueueCard } from './QueueCard.tsx'
import classes from './QueuePage.module.css'
import { createQueue } from './queue-store.ts'
import { ReasonSheet } from './ReasonSheet.tsx'
import { useSwipe } from './use-swipe.ts'

const RENEW_MS = 60_000

/** What waits for review, one after the other (docs/product.md#review-queue). */
export function QueuePage() {
  const client = useQueryClient()
  const [queue, setQueue] = useState<ReturnType<typeof createQueue> | null>(null)
  useEffect(() => {
    const onDecided = () => void client.invalidateQueries({ queryKey: keys.admin, refetchType: 'none' })
    const opened = createQueue({ onDecided })
    setQueue(opened)
    void opened.start()
    const timer = setInterval(() => void opened.refresh(), RENEW_MS)
    const look = () => (document.visibilityState === 'hidden' ? opened.pause() : opened.resume())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', opened.pause)
    window.addEventListener('pageshow', opened.resume)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', opened.pause)
      window.removeEventListener('pageshow', opened.resume)
      opened.close()
      void client.invalidateQueries({ queryKey: keys.admin })
    }
  }, [client])
  return queue && <OpenQueue queue={queue} />
}

type Asked = 'reject' | 'hide' | 'ban' | null

function OpenQueue({ queue }: { queue: ReturnType<typeof createQueue> }) {
  const { entries, current, waiting, done, loading, error, said } = queue.store.use()
  const entry = entries.find(({ key }) => key === current)
  const isKnown = !loading && (error === null || entries.length > 0)
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const ask = (what: Asked) => entry && setAsked(what)
  const choose = useCallback(
    (action: 'reject' | 'hide', reason: string) => {
      setAsked(null)
      queue.decide(action, reason)
    },
    [queue],
  )
  const undo = () => void queue.undo().then((words) => words && toast.info(words, ADMIN_TOAST_MS))
  const approve = () => queue.decide('approve')
  const onReason = useCallback(
    (reason: string) => choose(asked === 'hide' ? 'hide' : 'reject', reason),
    [asked, choose],
  )

  const acts = {
    j: () => queue.move(1),
    k: () => queue.move(-1),
    a: approve,
    r: () => ask('reject'),
    h: () => ask('hide'),
    b: () => ask('ban'),
    u: undo,
  }
  useShortcuts(acts)
  const swipe = useSwipe({ onRight: approve, onLeft: () => ask('reject') })

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>审核队列</h1>
        <p role="status" aria-label="进度">
          {isKnown && `还有 ${waiting} 项`}
          {isKnown && done > 0 && `，处理了 ${done} 项`}
        </p>
      </header>
      <p className={classes.said} role="status" aria-label="消息">
        {said}
      </p>
      {error !== null && entries.length > 0 && (
        <p className={classes.offline} role="alert">
          连不上服务器，已经做的会在这里说明
          <Button size="sm" variant="plain" onClick={() => void queue.refresh()}>
            重试
          </Button>
        </p>
      )}
      {entry ? (
        <>
          <div
            className={classes.stage}
            {...swipe.handlers}
            data-ready={swipe.ready ?? undefined}
            style={swipe.shift === 0 ? undefined : { transform: `translateX(${swipe.shift}px)` }}
          >
            <QueueCard key={entry.key} item={entry.item} notice={entry.notice} />
          </div>
          {swipe.shift !== 0 && (
            <p className={classes.verdict} data-side={swipe.shift > 0 ? 'right' : 'left'} aria-hidden>
              {swipe.shift > 0 ? '通过' : '拒绝'}
            </p>
          )}
        </>
      ) : (
        <div className={classes.nothing}>
          <Nothing loading={loading} error={error} waiting={waiting} done={done} onRetry={() => void queue.refresh()} />
        </div>
      )}
      {(entry || done > 0) && <QueueActions acts={acts} idle={!entry} canUndo={done > 0} />}
      <ReasonSheet action={asked === 'ban' ? null : asked} onChoose={onReason} onClose={close} />
      <DialogFrame opened={asked === 'ban'} onClose={close} title={`封禁 ${entry?.item.author.nickname ?? ''}`}>
        {asked === 'ban' && entry && (
          <SanctionForm
            id={entry.item.author.id}
            kind="ban"
            onCancel={close}
            onDone={() => {
              close()
              toast.success(`已封禁 ${entry.item.author.nickname}`, ADMIN_TOAST_MS)
              void queue.refresh()
            }}
          />
        )}
      </DialogFrame>
    </div>
  )
}

type NothingProps = { loading: boolean; error: unknown; waiting: number; done: number; onRetry: () => void }

function Nothing({ loading, error, waiting, done, onRetry }: NothingProps) {
  if (loading) {
    return (
      <Skeleton className={classes.skeleton}>
        <SkeletonBlock width="100%" height={360} />
        <SkeletonBlock width={220} height={24} />
        <SkeletonBlock width="80%" height={18} />
      </Skeleton>
    )
  }
  if (error) return <ErrorState error={error} onRetry={onRetry} />
  const hint = done > 0 ? `你处理了 ${done} 项，谢谢` : '有新的会出现在这里'
  return (
    <EmptyState
      illustration="empty-inbox"
      title={waiting > 0 ? `剩下的 ${waiting} 项别人正在看` : '都审核完了'}
      hint={hint}
      action={
        <Button variant="plain" onClick={onRetry}>
          再看看
        </Button>
      }
    />
  )
}
