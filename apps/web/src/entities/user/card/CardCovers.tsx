import type { Cover } from '@shiliu/contract/search'
import { Link, useLocation } from 'react-router'
import { above, paths } from '#app/paths.ts'
import { Picture } from '#ui/Picture.tsx'
import { Bone } from '#ui/Skeleton.tsx'
import classes from './CardCovers.module.css'

type Props = {
  covers: readonly Cover[]
  /** They open beside the page; otherwise above it. */
  newTab?: boolean
}

/** The latest notes of a person, by their covers. */
export function CardCovers({ covers, newTab = false }: Props) {
  const location = useLocation()
  const way = newTab ? { target: '_blank' } : { state: above(location) }
  return (
    <ul className={classes.covers} aria-label="最近的笔记">
      {covers.map(({ id, title, picture }) => (
        <li key={id}>
          <Link to={paths.post(id)} {...way} className={classes.cover} aria-label={title}>
            <Picture src={picture?.card} alt="" width={1} height={1} thumbhash={picture?.thumbhash ?? null} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The covers while they are asked for. */
export function CoverBones() {
  return (
    <div className={classes.covers} aria-hidden>
      <Bone ratio={1} />
      <Bone ratio={1} />
      <Bone ratio={1} />
    </div>
  )
}
