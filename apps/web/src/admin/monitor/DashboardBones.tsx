import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './Dashboard.module.css'
import page from './MonitorPage.module.css'

const CARDS = ['users', 'posts', 'comments', 'likes'] as const
const BESIDE = ['pictures', 'problems'] as const

/** The charts' cards, of the size that comes. */
export function DashboardBones() {
  return (
    <Skeleton>
      <div className={classes.cards}>
        {CARDS.map((card) => (
          <div key={card} className={classes.card}>
            <Bone width={48} height={18} />
            <Bone width={96} height={28} />
            <Bone height={118} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

/** What stands beside the activities, as high as it is where nothing is wrong. */
export function AsideBones() {
  return (
    <Skeleton className={page.aside}>
      {BESIDE.map((what) => (
        <div key={what} className={page.bones}>
          <Bone width={72} height={22} />
          <Bone width={132} height={22} />
        </div>
      ))}
    </Skeleton>
  )
}
