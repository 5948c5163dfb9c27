import { byteText } from './byte-text.ts'
import classes from './Pictures.module.css'

type Props = { count: number; bytes: number }

/** What the pictures take of the disk. */
export function Pictures({ count, bytes }: Props) {
  return (
    <section aria-labelledby="pictures-heading">
      <h2 id="pictures-heading" className={classes.heading}>
        图片占用
      </h2>
      <p className={classes.size}>
        <b>{byteText(bytes)}</b>共 {count.toLocaleString('zh-CN')} 张
      </p>
    </section>
  )
}
