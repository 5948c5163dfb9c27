import type { LocalCopies } from '#data/local-copies.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './CopyOffer.module.css'
import { isOutdated, type NoteCopy, type NoteForm, unsentPictures } from './note-form.ts'

type Props = { noteForm: NoteForm; copies: LocalCopies<NoteCopy>; disabled: boolean }

/**
 * Offers what an earlier visit to a form left, and says where the note was changed since; what is in the form meanwhile
 * is offered in its place afterwards.
 */
export function CopyOffer({ noteForm, copies, disabled }: Props) {
  const [copy] = copies.offers.use()
  if (!copy) return null
  const { value } = copy

  function take() {
    ignoreSecondClick()
    const taken = copy && copies.take(copy)
    if (!taken) return
    noteForm.fill(taken)
    if (taken.unsent > 0) toast.info(unsentPictures(taken.unsent))
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
        {value.unsent > 0 && `，${unsentPictures(value.unsent)}`}
        {noteForm.version !== null && isOutdated(value, noteForm) && (
          <>
            。这篇在那之后改过（
            <RelativeTime time={noteForm.version} />
            ），找回再保存会盖掉后来的修改
          </>
        )}
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
