import type { ModeratedItem } from '@shiliu/contract/admin/reports'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import classes from './CommentContext.module.css'

type Props = { below: NonNullable<ModeratedItem['below']>; postId: number }

/** The note of a comment, and the comment that it answers. Opens the note beside what is being decided. */
export function CommentContext({ below: { title, picture, answers }, postId }: Props) {
  return (
    <div className={classes.context}>
      <Link className={classes.note} to={paths.adminRecord('posts', postId)} target="_blank">
        {picture && (
          <Picture
            className={classes.cover}
            src={picture.card}
            alt=""
            width={1}
            height={1}
            thumbhash={picture.thumbhash}
          />
        )}
        <span dir="auto">{title || '没有标题的笔记'}</span>
      </Link>
      {answers && (
        <blockquote className={classes.answers}>
          <p className={classes.who}>
            回复 <bdi>{answers.nickname}</bdi>
          </p>
          <p className={classes.text} dir="auto">
            <RichText source={answers.content} />
          </p>
        </blockquote>
      )}
    </div>
  )
}
