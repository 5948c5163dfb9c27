import type { LocalCopies } from '#data/local-copies.ts'
import { Button } from '#ui/form/Button.tsx'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './CopyOffer.module.css'

type Props<T> = {
  copies: LocalCopies<T>
  /** Puts the value of a copy into the form. */
  onTake: (value: T) => void
  disabled?: boolean
}

/** Offers what an earlier visit to a form left; what is in the form meanwhile is offered in its place afterwards. */
export function CopyOffer<T>({ copies, onTake, disabled = false }: Props<T>) {
  const [copy] = copies.offers.use()
  if (!copy) return null

  function take() {
    ignoreSecondClick()
    const value = copy && copies.take(copy)
    if (value) onTake(value)
  }
  function drop() {
    ignoreSecondClick()
    if (copy) copies.drop(copy)
  }
  return (
    <div className={classes.offer} role="status">
      <p>
        <RelativeTime time={new Date(copy.keptAt).toISOString()} />
        写的内容还没保存
      </p>
      <Button className={classes.drop ?? ''} variant="plain" size="sm" disabled={disabled} onClick={drop}>
        不要了
      </Button>
      <Button className={classes.take ?? ''} variant="plain" size="sm" disabled={disabled} onClick={take}>
        找回
      </Button>
    </div>
  )
}
