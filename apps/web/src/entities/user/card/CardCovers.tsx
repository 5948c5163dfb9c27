import type { Cover } from '@shiliu/contract/search'
import { Link, useLocation } from 'react-router'
import { paths, withBackground } from '#app/paths.ts'
import { TextCover } from '#entities/post/TextCover.tsx'
import { SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import classes from './CardCovers.module.css'

type Props = {
  covers: readonly Cover[]
  /** Opens the notes in a new tab instead of a dialog. */
  newTab?: boolean
}

export function CardCovers({ covers, newTab = false }: Props) {
  const location = useLocation()
  const target = newTab ? { target: '_blank' } : { state: withBackground(location) }
  return (
    <ul className={classes.covers} aria-label="最近的笔记">
      {covers.map(({ id, title, picture }) => (
        <li key={id}>
          <Link to={paths.post(id)} {...target} className={classes.cover} aria-label={title}>
            {picture ? (
              <Picture src={picture.card} alt="" width={1} height={1} thumbhash={picture.thumbhash} />
            ) : (
              <TextCover postId={id} text={title} lines={4} size="sm" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function CardCoversSkeleton() {
  return (
    <div className={classes.covers} aria-hidden>
      <SkeletonBlock ratio={1} />
      <SkeletonBlock ratio={1} />
      <SkeletonBlock ratio={1} />
    </div>
  )
}
