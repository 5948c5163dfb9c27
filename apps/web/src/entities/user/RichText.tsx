import { parseRichText, type Token } from '@shiliu/contract/rich-text'
import { Fragment, type ReactNode, useMemo } from 'react'
import classes from './RichText.module.css'
import { UserLink } from './UserLink.tsx'

/**
 * A user's text as stored, drawn from tokens and never from HTML. Mentions lead to the person, in a tab of their own;
 * pictures are left to the caller, who knows their place.
 */
export function RichText({ source }: { source: string }) {
  const tokens = useMemo(() => parseRichText(source), [source])
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's tokens never move
    <Fragment key={index}>{draw(token)}</Fragment>
  ))
}

function draw(token: Token): ReactNode {
  if (token.kind === 'text') return token.text
  if (token.kind === 'break') return <br />
  if (token.kind === 'image') return null
  return (
    <UserLink className={classes.mention} userId={token.userId} newTab card>
      @{token.nickname}
    </UserLink>
  )
}
