import * as auth from '@shiliu/contract/admin/auth'
import type { Device } from '@shiliu/contract/auth'
import { deviceName } from '@shiliu/contract/device-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import classes from './AccountPage.module.css'

export function OwnSessions() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminSessionsOf('own'),
    queryFn: ({ signal }) => call(auth.listSessions, { signal }),
  })
  const section = useRef<HTMLElement>(null)
  const end = useEnd((id) => call(auth.endSession, { params: { id } }), section)
  return (
    <Section ref={section} heading="我登录的设备">
      {data?.map((session) => (
        <Session key={session.id} session={session} ending={end.isPending} onEnd={() => end.mutate(session.id)} />
      ))}
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
    </Section>
  )
}

/** Of all administrators, with addresses; for owners. */
export function AllSessions() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminSessionsOf('all'),
    queryFn: ({ signal }) => call(auth.listAllSessions, { signal }),
  })
  const section = useRef<HTMLElement>(null)
  const end = useEnd((id) => call(auth.endAnySession, { params: { id } }), section)
  return (
    <Section ref={section} heading="所有管理员登录的设备">
      {data?.map((session) => (
        <Session
          key={session.id}
          session={session}
          username={session.username}
          address={session.address}
          ending={end.isPending}
          onEnd={() => end.mutate(session.id)}
        />
      ))}
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
    </Section>
  )
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <li className={classes.waiting}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <Skeleton>
          <SkeletonBlock height={64} />
        </Skeleton>
      )}
    </li>
  )
}

function useEnd(send: (id: number) => Promise<unknown>, section: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess() {
      toast.success('已退出登录', ADMIN_TOAST_MS)
      // The row goes with its button.
      section.current?.focus({ preventScroll: true })
    },
    onError: (error) => toastFailure('操作失败', error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.adminSessions }),
  })
}

type SectionProps = { heading: string; ref: RefObject<HTMLElement | null>; children: ReactNode }

function Section({ heading, ref, children }: SectionProps) {
  return (
    <section ref={ref} tabIndex={-1} className={classes.section} aria-label={heading}>
      <h2 className={classes.heading}>{heading}</h2>
      <ul className={classes.sessions}>{children}</ul>
    </section>
  )
}

type Props = {
  session: Device
  username?: string
  address?: string | null
  ending: boolean
  onEnd: () => void
}

function Session({ session, username, address, ending, onEnd }: Props) {
  const { user_agent, location, created_at, last_activity, current } = session
  const device = deviceName(user_agent)
  return (
    <li>
      <div>
        <p title={user_agent}>
          {username && <b>{username} </b>}
          {device}
          {current && <span className={classes.current}>这台设备</span>}
        </p>
        <p className={classes.hint}>
          {[location ?? '未知地点', address].filter(Boolean).join(' ')}，<RelativeTime time={created_at} />
          登录，最近活动 <RelativeTime time={last_activity} />
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          variant="plain"
          aria-disabled={ending}
          aria-label={`让${username ? `${username} 的` : ''}${device}退出登录`}
          onClick={() => {
            ignoreSecondClick()
            onEnd()
          }}
        >
          退出
        </Button>
      )}
    </li>
  )
}
