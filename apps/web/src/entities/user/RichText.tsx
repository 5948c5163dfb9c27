import { parseRichText, type Token } from '@shiliu/contract/rich-text'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from './RichText.module.css'
import { UserLink } from './UserLink.tsx'

/** A user's text in the stored form, rendered from tokens and never as HTML. Pictures are left to the caller. */
export function RichText({ source }: { source: string }) {
  const tokens = useMemo(() => parseRichText(source), [source])
  // As arguments instead of an array: tokens have no keys but their position.
  return createElement(Fragment, null, ...tokens.map(render))
}

function render(token: Token): ReactNode {
  if (token.kind === 'text') return token.text
  if (token.kind === 'break') return <br />
  if (token.kind === 'image') return null
  return (
    <UserLink className={classes.mention} userId={token.userId} newTab card>
      @<bdi>{token.nickname}</bdi>
    </UserLink>
  )
}
