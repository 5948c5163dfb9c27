import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Picture } from '#ui/Picture.tsx'
import { pictureOf } from '../open-note.ts'
import { excerpt } from './excerpt.ts'
import classes from './OwnRow.module.css'

type Props = {
  post: Post
  /** Where the row leads. */
  link: Pick<LinkProps, 'to' | 'state' | 'onClick' | 'onFocus' | 'onPointerEnter'>
  /** Time, category, counts. */
  meta: ReactNode
  /** The address where it is edited, or what opens its editor. */
  edit: string | (() => void)
  onDelete: () => void
}

/** One of one's own notes or drafts, with what can be done about it; the row is one link beneath the buttons. */
export function OwnRow({ post, link, meta, edit, onDelete }: Props) {
  const cover = coverOf(post.pictures)
  const text = excerpt(post.content)
  const name = post.title || '无标题'
  const pencil = (
    <>
      <IconPencil size={18} stroke={1.75} aria-hidden />
      编辑
    </>
  )
  return (
    <li className={classes.row}>
      <span className={classes.thumb} {...pictureOf(post.id)}>
        <Picture src={cover?.card} alt="" width={1} height={1} thumbhash={cover?.thumbhash ?? null} />
      </span>
      <div className={classes.body}>
        <h2 className={classes.title} data-untitled={!post.title || undefined}>
          <Link {...link} className={classes.link}>
            {name}
          </Link>
        </h2>
        {text && <p className={classes.text}>{text}</p>}
        <p className={classes.meta}>{meta}</p>
      </div>
      <div className={classes.actions}>
        {typeof edit === 'string' ? (
          <Link className={classes.action} to={edit} aria-label={`编辑「${name}」`}>
            {pencil}
          </Link>
        ) : (
          <button type="button" className={classes.action} aria-label={`编辑「${name}」`} onClick={edit}>
            {pencil}
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
