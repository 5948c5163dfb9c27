import { IconMenu2 } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { loadable, useLoadable } from '#ui/state/loadable.ts'

const menu = loadable(() => import('./MoreMenu.tsx').then((module) => module.MoreMenu))

type Props = { className?: string; labelled?: boolean }

function Target({ labelled, ref, ...props }: Props & { onClick?: () => void; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type="button" aria-haspopup="menu" aria-label={labelled ? undefined : '更多'} {...props} ref={ref}>
      <IconMenu2 size={24} stroke={1.75} aria-hidden />
      {labelled && <span>更多</span>}
    </button>
  )
}

export function MoreButton(props: Props) {
  const [wanted, setWanted] = useState(false)
  const MoreMenu = useLoadable(menu, wanted, () => {
    toast.error(NETWORK_FAILED)
    setWanted(false)
  })
  return (
    <span onPointerEnter={() => menu.load().catch(() => {})}>
      {wanted && MoreMenu ? (
        <MoreMenu target={<Target {...props} />} />
      ) : (
        <Target {...props} onClick={() => setWanted(true)} />
      )}
    </span>
  )
}
