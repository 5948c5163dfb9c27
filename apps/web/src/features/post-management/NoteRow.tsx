import type { Post } from '@shiliu/contract/posts'
import { IconEye, IconHeart, IconMessageCircle, IconStar } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { above, paths } from '#app/paths.ts'
import { noteIntent, openedFrom } from '#entities/post/open-note.ts'
import { OwnRow } from '#entities/post/own/OwnRow.tsx'
import { CountText } from '#ui/CountText.tsx'
import { dateText, fullTime } from '#ui/relative-time.ts'
import classes from './NoteRow.module.css'

type Props = { post: Post; onEdit: () => void; onDelete: () => void }

/** A published note in its author's list. */
export function NoteRow({ post, onEdit, onDelete }: Props) {
  const location = useLocation()
  const intend = () => noteIntent.send()
  const remember = ({ currentTarget }: MouseEvent) => {
    const row = currentTarget.closest('li')
    if (row) openedFrom(post.id, row)
  }
  const counts = [
    { label: '浏览', Icon: IconEye, value: post.view_count },
    { label: '点赞', Icon: IconHeart, value: post.like_count },
    { label: '收藏', Icon: IconStar, value: post.collect_count },
    { label: '评论', Icon: IconMessageCircle, value: post.comment_count },
  ]
  return (
    <OwnRow
      post={post}
      link={{
        to: paths.post(post.id),
        state: above(location),
        onClick: remember,
        onFocus: intend,
        onPointerEnter: intend,
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
