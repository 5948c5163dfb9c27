import { IconMenu2 } from '@tabler/icons-react'
import { lazy, type Ref, Suspense, useState } from 'react'

const loadMenu = () => import('./MoreMenu.tsx')
const MoreMenu = lazy(() => loadMenu().then((module) => ({ default: module.MoreMenu })))

type Props = { className?: string; labelled?: boolean }

function Target({ labelled, ref, ...props }: Props & { onClick?: () => void; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type="button" aria-haspopup="menu" aria-label={labelled ? undefined : '更多'} {...props} ref={ref}>
      <IconMenu2 size={24} stroke={1.75} aria-hidden />
      {labelled && <span>更多</span>}
    </button>
  )
}

/** The 更多 button; its menu (appearance, sign-out) is fetched when the pointer comes near or it is first opened. */
export function MoreButton(props: Props) {
  const [wanted, setWanted] = useState(false)
  const target = <Target {...props} onClick={() => setWanted(true)} />
  return (
    <span onPointerEnter={() => void loadMenu().catch(() => {})}>
      {wanted ? (
        <Suspense fallback={target}>
          <MoreMenu target={<Target {...props} />} />
        </Suspense>
      ) : (
        target
      )}
    </span>
  )
}
