import * as jobs from '@shiliu/contract/admin/jobs'
import * as api from '@shiliu/contract/admin/user-page'
import { users } from '@shiliu/contract/admin/users'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Tabs } from '#ui/form/Tabs.tsx'
import { useQueryTab } from '#ui/history/use-query-tab.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { useMay } from '../permissions.ts'
import { users as resource } from '../resources/users.ts'
import { SanctionsPanel } from '../sanctions/SanctionsPanel.tsx'
import { isTrashed } from '../trash/use-trash.ts'
import { ContentJob } from './ContentJob.tsx'
import { RemoveContent } from './RemoveContent.tsx'
import { UserAudits } from './UserAudits.tsx'
import { UserCountLinks } from './UserCountLinks.tsx'
import { UserHeader } from './UserHeader.tsx'
import { UserLikes } from './UserLikes.tsx'
import { UserNotes } from './UserNotes.tsx'
import classes from './UserPage.module.css'
import { UserReports } from './UserReports.tsx'
import { UserSessions } from './UserSessions.tsx'
import { UserTrash } from './UserTrash.tsx'
import { WrittenComments, WrittenPosts } from './Written.tsx'

const SECTIONS = [
  { key: 'posts', label: '笔记', Section: WrittenPosts },
  { key: 'comments', label: '评论', Section: WrittenComments },
  { key: 'likes', label: '点赞', Section: UserLikes },
  { key: 'reports', label: '举报', Section: UserReports, least: api.reports },
  { key: 'sessions', label: '登录与地址', Section: UserSessions },
  { key: 'audits', label: '操作记录', Section: UserAudits },
  { key: 'notes', label: '备注', Section: UserNotes, least: api.listNotes },
] as const

type User = OutputOf<typeof users.get>

/** Everything that the back office knows of one user (docs/product.md#a-user-on-one-page). */
export function UserPage() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminRow('users', id),
    queryFn: ({ signal }) => loadUser(id, signal),
    enabled: Number.isSafeInteger(id) && id > 0,
  })
  const isGone = !Number.isSafeInteger(id) || id <= 0 || (error instanceof ApiError && error.status === 404)
  if (isGone) {
    const action = <ButtonLink to={paths.admin('users')}>去用户列表</ButtonLink>
    return <EmptyState illustration="not-found" heading title="没有这个用户" hint="可能已经注销了" action={action} />
  }
  if (data) return <KnownUser key={id} user={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Skeleton>
      <div className={classes.page}>
        <SkeletonBlock height={72} />
        <SkeletonBlock height={96} />
        <SkeletonBlock height={240} />
      </div>
    </Skeleton>
  )
}

/** Also where the account is in the trash, which only its table tells of. */
async function loadUser(id: number, signal: AbortSignal): Promise<User> {
  try {
    return await call(users.get, { params: { id }, signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { data } = await call(users.list, { query: { id: String(id), state: 'deleted' }, signal })
    const [trashed] = data
    if (!trashed) throw error
    return trashed
  }
}

function KnownUser({ user }: { user: User }) {
  const may = useMay()
  const panelId = useId()
  const [edited, setEdited] = useState<typeof user | null>(null)
  const [removing, setRemoving] = useState(false)
  const [jobId, setJobId] = useState<number | null>(null)
  const trashed = isTrashed(user)
  const shown = SECTIONS.filter((section) => !('least' in section) || may(section.least))
  const [tab, setTab] = useQueryTab((name) => shown.find(({ key }) => key === name)?.key ?? 'posts')
  const Section = shown.find(({ key }) => key === tab)?.Section ?? WrittenPosts
  return (
    <div className={classes.page}>
      <nav aria-label="位置" className={classes.trail}>
        <Link to={paths.admin('users')}>用户管理</Link>
      </nav>
      <UserHeader
        user={user}
        onEdit={!trashed && may(users.update) ? () => setEdited(user) : null}
        onRemoveContent={!trashed && may(jobs.create) ? () => setRemoving(true) : null}
      />
      {trashed && <UserTrash id={user.id} purgeAt={user.purge_at} />}
      <ContentJob id={user.id} begun={jobId} onBegun={setJobId} />
      <SanctionsPanel id={user.id} trashed={trashed} />
      <UserCountLinks id={user.id} />
      <Tabs tabs={shown} value={tab} onChange={setTab} label="这个用户的" panelId={panelId} />
      <div id={panelId} role="tabpanel" aria-label={shown.find(({ key }) => key === tab)?.label}>
        <Section id={user.id} />
      </div>
      <RemoveContent
        id={user.id}
        nickname={user.nickname}
        opened={removing}
        onClose={() => setRemoving(false)}
        onStarted={setJobId}
      />
      {may(users.update) && <RecordDialog resource={resource} record={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}
