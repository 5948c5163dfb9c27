/** What any page opens above itself through a store. Each is fetched when first opened. */
import { useEffect } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { closeReport, reportTarget } from '#entities/report/report-dialog.ts'
import type { UserHoverCardProps } from '#entities/user/card/UserHoverCard.tsx'
import { cardIntent, userCard } from '#entities/user/card/user-card.ts'
import { authDialog } from '#entities/user/require-login.ts'
import { closeSettings, settingsView } from '#features/settings/settings-view.ts'
import { toast } from '#ui/feedback/toast.ts'
import { onNavigation } from '#ui/history/browser-history.ts'
import { closeLightbox, lightbox, lightboxRequest } from '#ui/media/open-lightbox.ts'
import { pendingConfirm } from '#ui/overlay/confirm.ts'
import { type Loadable, loadable, useLoadable } from '#ui/state/loadable.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const auth = loadable(() => import('#features/auth/AuthDialog.tsx').then((module) => module.AuthDialog))
const settings = loadable(() => import('#features/settings/SettingsDialog.tsx').then((module) => module.SettingsDialog))
const report = loadable(() => import('#features/report/ReportDialog.tsx').then((module) => module.ReportDialog))
const confirmation = loadable(() => import('#ui/overlay/ConfirmDialog.tsx').then((module) => module.ConfirmDialog))
const hoverCard = loadable<UserHoverCardProps>(() =>
  import('#entities/user/card/UserHoverCard.tsx').then((module) => module.UserHoverCard),
)

const closeAuth = () => authDialog.set(null)
/** A question that cannot be shown is answered with no. */
const declineConfirm = () => pendingConfirm.get()?.answer(false)

type Props = { store: { use: () => unknown }; dialog: Loadable<object>; onFail: () => void }

/** A dialog that cannot be fetched or that throws is closed; opening it again tries again. */
function Dialog({ store, dialog, onFail }: Props) {
  const open = store.use() !== null
  const fail = (message: string) => {
    toast.error(message)
    onFail()
  }
  const Content = useLoadable(dialog, open, () => fail(NETWORK_FAILED))
  return (
    <ErrorBoundary resetKey={String(open)} onError={() => fail('没能打开，刷新页面后再试一次')}>
      {Content && <Content />}
    </ErrorBoundary>
  )
}

/** The card of the user under the pointer, until the page scrolls, resizes or is left. Its failures stay silent. */
function UserCard() {
  const phase = userCard.use()
  const UserHoverCard = useLoadable(hoverCard, phase !== null, cardIntent.close)
  const opened = phase?.opened === true
  useEffect(() => {
    if (!opened) return
    const moves = ['scroll', 'resize'] as const
    for (const move of moves) window.addEventListener(move, cardIntent.close, { capture: true })
    return () => {
      for (const move of moves) window.removeEventListener(move, cardIntent.close, { capture: true })
    }
  }, [opened])
  return (
    <ErrorBoundary resetKey={String(phase !== null)} onError={cardIntent.close}>
      {UserHoverCard && phase && <UserHoverCard key={phase.target.userId} {...phase} />}
    </ErrorBoundary>
  )
}

/** Pictures and cards do not outlast the page they were opened on. */
function closeWithPage() {
  closeLightbox()
  cardIntent.close()
}

export function Dialogs() {
  useEffect(() => onNavigation(closeWithPage), [])
  return (
    <>
      <Dialog store={authDialog} dialog={auth} onFail={closeAuth} />
      <Dialog store={settingsView} dialog={settings} onFail={closeSettings} />
      <Dialog store={reportTarget} dialog={report} onFail={closeReport} />
      <Dialog store={pendingConfirm} dialog={confirmation} onFail={declineConfirm} />
      <Dialog store={lightboxRequest} dialog={lightbox} onFail={closeLightbox} />
      <UserCard />
    </>
  )
}
