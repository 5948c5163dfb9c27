import type { Post } from '@shiliu/contract/posts'
import { IconEye, IconHeart, IconMessageCircle, IconStar } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { paths, withBackground } from '#app/paths.ts'
import { WithheldEntry } from '#entities/moderation/WithheldEntry.tsx'
import { noteIntent, rememberOpenedCard } from '#entities/post/open-note.ts'
import { LazyEditDialog } from '#entities/post/own/LazyEditDialog.tsx'
import { OwnPostList } from '#entities/post/own/OwnPostList.tsx'
import { OwnPostRow } from '#entities/post/own/OwnPostRow.tsx'
import { SignedInOnly } from '#entities/user/SignedInOnly.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { CountText } from '#ui/text/Count.tsx'
import { dateText, fullTime } from '#ui/text/RelativeTime.tsx'
import classes from './PostManagementPage.module.css'

/** `/post-management`: the viewer's published notes. */
export function PostManagementPage() {
  useTitle('笔记管理')
  return <SignedInOnly>{({ user_id }) => <Notes key={user_id} userId={user_id} />}</SignedInOnly>
}

function Notes({ userId }: { userId: string }) {
  const [editing, setEditing] = useState<number | null>(null)
  return (
    <>
      <WithheldEntry />
      <OwnPostList
        kind="notes"
        userId={userId}
        heading="笔记管理"
        noun="笔记"
        errorTitle="获取笔记列表失败，请重试"
        createLabel="发布第一篇笔记"
        renderRow={(post, onDelete) => (
          <NoteRow key={post.id} post={post} onEdit={() => setEditing(post.id)} onDelete={onDelete} />
        )}
      />
      {editing !== null && <LazyEditDialog key={editing} id={editing} onClosed={() => setEditing(null)} />}
    </>
  )
}

type RowProps = { post: Post; onEdit: () => void; onDelete: () => void }

function NoteRow({ post, onEdit, onDelete }: RowProps) {
  const location = useLocation()
  const preload = () => noteIntent.emit()
  const rememberCard = ({ currentTarget }: MouseEvent) => {
    const row = currentTarget.closest('li')
    if (row) rememberOpenedCard(post.id, row)
  }
  const counts = [
    { label: '浏览', Icon: IconEye, value: post.view_count },
    { label: '点赞', Icon: IconHeart, value: post.like_count },
    { label: '收藏', Icon: IconStar, value: post.collect_count },
    { label: '评论', Icon: IconMessageCircle, value: post.comment_count },
  ]
  return (
    <OwnPostRow
      post={post}
      link={{
        to: paths.post(post.id),
        state: withBackground(location),
        onClick: rememberCard,
        onFocus: preload,
        onPointerEnter: preload,
      }}
      edit={onEdit}
      onDelete={onDelete}
      meta={
        <>
          <time dateTime={post.created_at} title={fullTime(post.created_at)}>
            {dateText(post.created_at)}
          </time>
          <span>{post.category ?? '未分类'}</span>
          <span className={classes.counts}>
            {counts.map(({ label, Icon, value }) => (
              <span key={label} className={classes.count}>
                <Icon size={16} stroke={1.75} aria-hidden />
                <span className="sr-only">{label}</span>
                <CountText value={value} compact />
              </span>
            ))}
          </span>
        </>
      }
    />
  )
}
