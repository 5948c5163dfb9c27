import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { cardTrigger } from '#entities/user/card/user-card.ts'
import type { Column, Row } from '../define-resource.ts'
import classes from './Cell.module.css'

type Props<Kind extends Column['kind']> = { column: Extract<Column, { kind: Kind }>; row: Row; text: string }

/**
 * A person's page, in a tab of its own; the administrator is nobody there, so it never is «one's own». Their card opens
 * beside it where no dialog would lie above.
 */
export function UserCell({ column, row, text, card = true }: Props<'user'> & { card?: boolean }) {
  const account = column.account(row)
  return (
    <Link
      {...(card && cardTrigger(account, { follow: false }))}
      className={classes.link}
      to={paths.user(account)}
      target="_blank"
      aria-label={text.endsWith('…') ? account : undefined}
    >
      {text}
    </Link>
  )
}

/** Leads to a note, or to a comment where it stands; a draft has no page. */
export function NoteCell({ column, row, text }: Props<'note' | 'rich'>) {
  const post = column.post?.(row) ?? null
  if (post === null) {
    return (
      <span className={classes.text} title={text}>
        {text}
      </span>
    )
  }
  return (
    <Link
      className={classes.link}
      data-long={column.kind === 'rich' || undefined}
      to={paths.post(post, column.comment?.(row))}
      target="_blank"
      title={text}
    >
      {text}
    </Link>
  )
}
