import type { UserCounts } from '@shiliu/contract/admin/user-page'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { LoadFailure } from '../table/LoadState.tsx'
import classes from './UserPage.module.css'
import { useUserCounts } from './UserTrash.tsx'

type Entry = { label: string; count: number; to: string | null }

/** How much of everything there is, each leading to the table that shows it. */
export function UserCountLinks({ id }: { id: number }) {
  const { data, error, refetch } = useUserCounts(id)
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonBlock height={88} />
  return (
    <ul className={classes.counts} aria-label="数量">
      {entriesOf(id, data).map(({ label, count, to }) => (
        <li key={label}>
          {to && count > 0 ? (
            <Link to={to}>
              <b>{count.toLocaleString('zh-CN')}</b>
              {label}
            </Link>
          ) : (
            <span>
              <b>{count.toLocaleString('zh-CN')}</b>
              {label}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const STATES = [
  ['pending', '待审核'],
  ['hidden', '已隐藏'],
  ['rejected', '未通过'],
  ['deleted', '回收站'],
] as const

function entriesOf(id: number, counts: UserCounts): Entry[] {
  const table = (area: string, query: string) => `${paths.admin(area)}?${query}`
  const written = (area: 'posts' | 'comments', noun: string): Entry[] => {
    const states = counts[area]
    const unusual = STATES.filter(([state]) => states[state] > 0).map(([state, word]): Entry => {
      return { label: `${word}的${noun}`, count: states[state], to: table(area, `user_id=${id}&state=${state}`) }
    })
    if (counts.trash) return unusual
    return [{ label: noun, count: states.visible, to: table(area, `user_id=${id}&state=visible`) }, ...unusual]
  }
  const drafts = { label: '草稿', count: counts.posts.drafts, to: table('posts', `user_id=${id}&is_draft=1`) }
  return [
    ...written('posts', '笔记'),
    ...(counts.posts.drafts > 0 ? [drafts] : []),
    ...written('comments', '评论'),
    { label: '点赞', count: counts.likes, to: table('likes', `user_id=${id}`) },
    { label: '收藏', count: counts.collections, to: table('collections', `user_id=${id}`) },
    { label: '关注', count: counts.follows, to: table('follows', `follower_id=${id}`) },
    { label: '粉丝', count: counts.fans, to: table('follows', `following_id=${id}`) },
    { label: '登录的设备', count: counts.sessions, to: table('sessions', `user_id=${id}&is_active=1`) },
    { label: '被举报', count: counts.reports_against, to: `${paths.adminUser(id)}?tab=reports` },
    { label: '举报别人', count: counts.reports_by, to: `${paths.adminUser(id)}?tab=reports` },
  ]
}
