import { IconAlertCircleFilled, IconCircleCheckFilled, IconInfoCircleFilled } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import classes from './Toaster.module.css'
import { toasts } from './toast.ts'

const icons = { success: IconCircleCheckFilled, error: IconAlertCircleFilled, info: IconInfoCircleFilled }

/** Shows the `toast.*` messages; mounted once, in the app. */
export function Toaster() {
  const items = toasts.use()
  return createPortal(
    <div className={classes.toaster} role="status" aria-live="polite" data-toaster>
      {items.map(({ id, kind, text }) => {
        const Icon = icons[kind]
        return (
          <p key={id} className={classes.toast} data-kind={kind}>
            <Icon size={20} aria-hidden />
            <span className={classes.text}>{text}</span>
          </p>
        )
      })}
    </div>,
    document.body,
  )
}
