import { TARGET } from '@shiliu/contract/limits'
import type { Moderation } from '@shiliu/contract/moderation'
import { useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import type { AppealDialogProps } from './AppealDialog.tsx'
import type { AppealTarget } from './withheld.queries.ts'

const dialog = loadable<AppealDialogProps>(() => import('./AppealDialog.tsx').then((module) => module.AppealDialog))
const preload = () => void dialog.load().catch(() => {})

type Props = { target: AppealTarget; moderation: Moderation; className?: string | undefined }

/** What became of the appeal, or the button that opens one; nothing where there can be none. */
export function AppealLine({ target, moderation: { appeal, can_appeal }, className }: Props) {
  const [open, setOpen] = useState(false)
  const AppealDialog = useLoadable(dialog, open, () => {
    toast.error(NETWORK_FAILED)
    setOpen(false)
  })
  const noun = target.target_type === TARGET.post ? '笔记' : '评论'
  return (
    <>
      {appeal?.state === 'open' && (
        <p className={className} role="status">
          申诉中，处理好会通知你
        </p>
      )}
      {appeal?.state === 'refused' && (
        <p className={className} dir="auto">
          申诉未通过{appeal.answer && `：${appeal.answer}`}
        </p>
      )}
      {can_appeal && (
        <Button
          variant="plain"
          size="sm"
          className={className}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setOpen(true)}
        >
          申诉
        </Button>
      )}
      {open && AppealDialog && <AppealDialog target={target} noun={noun} onClosed={() => setOpen(false)} />}
    </>
  )
}
