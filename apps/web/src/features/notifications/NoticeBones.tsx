import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './NoticeRow.module.css'

/** Rows while they are asked for. */
export function NoticeBones({ withButton }: { withButton: boolean }) {
  return (
    <Skeleton>
      {[60, 40, 75, 50, 65, 45].map((width) => (
        <div key={width} className={classes.row}>
          <Bone width={48} height={48} round />
          <div className={classes.body}>
            <Bone width={180} height={16} />
            <Bone width={`${width}%`} height={14} />
            <Bone width={64} height={12} />
          </div>
          {withButton ? <Bone width={72} height={36} round /> : <Bone width={56} height={56} />}
        </div>
      ))}
    </Skeleton>
  )
}
