import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { excerpt } from '#entities/text/plain-field.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import { pictureAttribute } from '../open-note.ts'
import { TextCover } from '../TextCover.tsx'
import classes from './OwnPostRow.module.css'

type Props = {
  post: Post
  link: Pick<LinkProps, 'to' | 'state' | 'onClick' | 'onFocus' | 'onPointerEnter'>
  meta: ReactNode
  /** The address of the edit page, or the handler that opens the edit dialog. */
  edit: string | (() => void)
  onDelete: () => void
}

export function OwnPostRow({ post, link, meta, edit, onDelete }: Props) {
  const cover = coverOf(post.pictures)
  const text = excerpt(post.content)
  const name = post.title || '无标题'
  const editLabel = (
    <>
      <IconPencil size={18} stroke={1.75} aria-hidden />
      编辑
    </>
  )
  return (
    <li className={classes.row}>
      <span className={classes.thumb} {...pictureAttribute(post.id)}>
        {cover ? (
          <Picture src={cover.card} alt="" width={1} height={1} thumbhash={cover.thumbhash} />
        ) : (
          <TextCover postId={post.id} text={text || name} lines={4} size="sm" />
        )}
      </span>
      <div className={classes.body}>
        <h2 className={classes.title} dir="auto" data-untitled={!post.title || undefined}>
          <Link {...link} className={classes.link}>
            {name}
          </Link>
        </h2>
        {text && (
          <p className={classes.text} dir="auto">
            {text}
          </p>
        )}
        <p className={classes.meta}>{meta}</p>
      </div>
      <div className={classes.actions}>
        {typeof edit === 'string' ? (
          <Link className={classes.action} to={edit} aria-label={`编辑「${name}」`}>
            {editLabel}
          </Link>
        ) : (
          <button type="button" className={classes.action} aria-label={`编辑「${name}」`} onClick={edit}>
            {editLabel}
          </button>
        )}
        <button type="button" className={classes.action} data-danger aria-label={`删除「${name}」`} onClick={onDelete}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
          删除
        </button>
      </div>
    </li>
  )
}

export function OwnPostListSkeleton() {
  return (
    <Skeleton>
      {[55, 30, 70, 45, 60].map((width) => (
        <div key={width} className={classes.row}>
          <div className={classes.thumb}>
            <SkeletonBlock ratio={1} />
          </div>
          <div className={classes.body}>
            <SkeletonBlock width={`${width}%`} height={20} />
            <SkeletonBlock width="95%" height={16} />
            <SkeletonBlock width="60%" height={16} />
            <SkeletonBlock width={160} height={12} />
          </div>
          <div className={classes.actions}>
            <SkeletonBlock width={152} height={36} round />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
