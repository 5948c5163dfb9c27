import type { Sanction } from '@shiliu/contract/admin/sanctions'
import * as api from '@shiliu/contract/admin/sanctions'
import type { SanctionKind } from '@shiliu/contract/moderation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useMay } from '../permissions.ts'
import { useTableCache } from '../table/use-rows.ts'
import { SanctionForm } from './SanctionForm.tsx'
import classes from './SanctionsPanel.module.css'
import { KIND_WORDS } from './sanction-words.ts'

const KINDS = ['ban', 'mute', 'warn'] as const

type Props = {
  id: number
  /** Nothing is done about an account in the trash but to restore it. */
  trashed?: boolean
}

/** What an account was told or may not do, and what a moderator may do about it (docs/product.md#sanctions). */
export function SanctionsPanel({ id, trashed = false }: Props) {
  const may = useMay()
  const cache = useTableCache()
  const [opened, setOpened] = useState<SanctionKind | null>(null)
  const { data } = useQuery({
    queryKey: keys.adminRow('sanctions', id),
    queryFn: ({ signal }) => call(api.list, { params: { id }, signal }),
  })
  const sanctions = data?.sanctions ?? []
  const inForce = sanctions.filter(isInForce)
  const lift = useMutation({
    mutationFn: async (kind: SanctionKind) => {
      await call(kind === 'ban' ? api.unban : api.unmute, { params: { id } })
      return kind
    },
    onSuccess: (kind) => toast.success(kind === 'ban' ? '已解封' : '已解除禁言', ADMIN_TOAST_MS),
    onError: (error) => toastFailure('解除失败', error),
    onSettled: () => void cache.invalidateAll(),
  })

  function done(kind: SanctionKind) {
    setOpened(null)
    toast.success(`已${KIND_WORDS[kind]}`, ADMIN_TOAST_MS)
    void cache.invalidateAll()
  }

  if (trashed && sanctions.length === 0) return null
  return (
    <section className={classes.panel} aria-label="处罚">
      {inForce.map((sanction) => (
        <div key={sanction.id} className={classes.current} role="status">
          <p>
            <strong>{KIND_WORDS[sanction.kind]}中</strong>
            {sanction.reason && `：${sanction.reason}`}
            <span className={classes.term}>{termOf(sanction)}</span>
          </p>
          {!trashed && may(api.unban) && (
            <Button size="sm" variant="plain" loading={lift.isPending} onClick={() => lift.mutate(sanction.kind)}>
              {sanction.kind === 'ban' ? '解封' : '解除禁言'}
            </Button>
          )}
        </div>
      ))}
      {!trashed && may(api.ban) && !opened && (
        <div className={classes.buttons}>
          {KINDS.map((kind) => (
            <Button key={kind} size="sm" variant="plain" onClick={() => setOpened(kind)}>
              {KIND_WORDS[kind]}
            </Button>
          ))}
        </div>
      )}
      {opened && <SanctionForm id={id} kind={opened} onDone={() => done(opened)} onCancel={() => setOpened(null)} />}
      {sanctions.length > 0 && (
        <details className={classes.history}>
          <summary>处罚记录（{sanctions.length}）</summary>
          <ul>
            {sanctions.map((sanction) => (
              <li key={sanction.id}>
                {fullTime(sanction.created_at)} {sanction.by} {KIND_WORDS[sanction.kind]}
                {sanction.reason && `：${sanction.reason}`}
                {sanction.kind !== 'warn' && <span className={classes.term}>{termOf(sanction)}</span>}
                {sanction.lifted_at && (
                  <span className={classes.term}>
                    {fullTime(sanction.lifted_at)} 由{sanction.lifted_by}解除
                  </span>
                )}
                {sanction.note && <span className={classes.note}>备注：{sanction.note}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function isInForce({ kind, lifted_at, until }: Sanction): boolean {
  return kind !== 'warn' && lifted_at === null && (until === null || Date.parse(until) > Date.now())
}

function termOf({ until, hide_content }: Sanction): string {
  return `${until === null ? '没有期限' : `到 ${fullTime(until)} 为止`}${hide_content ? '，内容已隐藏' : ''}`
}
