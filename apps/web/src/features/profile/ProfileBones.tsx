import { FeedBones } from '#entities/post/PostFeed.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import profile from './Profile.module.css'
import classes from './ProfileHeader.module.css'

/** The shape of a profile while it is asked for. */
export function ProfileBones() {
  return (
    <>
      <Skeleton label="加载用户信息中..." className={classes.header}>
        <div className={classes.avatar}>
          <Bone width="var(--avatar)" height="var(--avatar)" round />
        </div>
        <div className={classes.names}>
          <Bone width={140} height={28} />
          <Bone width={220} height={16} />
        </div>
        <div className={classes.about}>
          <Bone width="60%" height={16} />
          <Bone width={200} height={24} />
          <Bone width={240} height={20} />
        </div>
      </Skeleton>
      <div className={profile.barBones}>
        <Bone width={160} height={40} round />
      </div>
      <div className={profile.feed}>
        <FeedBones />
      </div>
    </>
  )
}
