import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { UserHoverCardProps } from '#entities/user/card/UserHoverCard.tsx'
import { cardIntent, userCard } from '#entities/user/card/user-card.ts'
import { loadable, useLoadable } from '#ui/loadable.ts'

const card = loadable<UserHoverCardProps>(() =>
  import('#entities/user/card/UserHoverCard.tsx').then((module) => module.UserHoverCard),
)

/** Shows the hover card of whom the pointer rests on. It goes when the page moves beneath it or is left. */
export function UserCardHost() {
  const phase = userCard.use()
  const { key } = useLocation()
  const UserHoverCard = useLoadable(card, phase !== null, cardIntent.close)
  const opened = phase?.opened === true

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page
  useEffect(() => cardIntent.close, [key])
  useEffect(() => {
    if (!opened) return
    const moves = ['scroll', 'resize'] as const
    for (const move of moves) window.addEventListener(move, cardIntent.close, { capture: true })
    return () => {
      for (const move of moves) window.removeEventListener(move, cardIntent.close, { capture: true })
    }
  }, [opened])

  return UserHoverCard && phase && <UserHoverCard key={phase.target.userId} {...phase} />
}
