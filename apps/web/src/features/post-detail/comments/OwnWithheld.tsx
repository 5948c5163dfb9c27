import { AppealLine } from '#entities/moderation/AppealLine.tsx'
import { OWN_STATE_HINTS, OWN_STATE_WORDS } from '#entities/moderation/state-words.ts'
import { useHasWithheld, useWithheld } from '#entities/moderation/withheld.queries.ts'
import { RichText } from '#entities/user/RichText.tsx'
import classes from './OwnWithheld.module.css'

/** The viewer's own comments below the note that nobody else sees, and why. */
export function OwnWithheld({ postId }: { postId: number }) {
  return useHasWithheld() ? <List postId={postId} /> : null
}

function List({ postId }: { postId: number }) {
  const { items } = useWithheld(postId)
  const shown = items.filter(({ comment, moderation }) => comment && moderation.state !== 'deleted')
  if (shown.length === 0) return null
  return (
    <ul className={classes.list} aria-label="别人看不到的评论">
      {shown.map((item) => (
        <li key={item.key} className={classes.item}>
          <p dir="auto">
            <RichText source={item.comment?.content ?? ''} />
          </p>
          <p className={classes.state}>
            <strong>{OWN_STATE_WORDS[item.moderation.state]}</strong>
            {OWN_STATE_HINTS[item.moderation.state]}
          </p>
          {item.moderation.reason && (
            <p className={classes.state} dir="auto">
              原因：{item.moderation.reason}
            </p>
          )}
          <AppealLine target={item} moderation={item.moderation} className={classes.appeal} />
        </li>
      ))}
    </ul>
  )
}
