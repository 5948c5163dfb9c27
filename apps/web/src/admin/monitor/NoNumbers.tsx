import { messageOf } from '#api/error.ts'
import { Button } from '#ui/Button.tsx'
import classes from './NoNumbers.module.css'

type Props = { error: unknown; onRetry: () => void }

/** In the place of the charts, of which the rest of the page does not depend. */
export function NoNumbers({ error, onRetry }: Props) {
  return (
    <div className={classes.card} role="alert">
      <p>
        <b>获取数据失败</b>
        {messageOf(error, '稍后再试一次')}
      </p>
      <Button size="sm" variant="plain" onClick={onRetry}>
        重新加载
      </Button>
    </div>
  )
}
