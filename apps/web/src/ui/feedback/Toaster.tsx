import { IconAlertCircleFilled, IconCircleCheckFilled, IconInfoCircleFilled } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import classes from './Toaster.module.css'
import { dismiss, toasts } from './toast.ts'

const icons = { success: IconCircleCheckFilled, error: IconAlertCircleFilled, info: IconInfoCircleFilled }

/** Not in the stylesheet, which every first load waits for. */
const ACTION = { flex: 'none', minHeight: 28, color: 'var(--link)' } as const

/** Shows the `toast.*` messages; mounted once, in the app. */
export function Toaster() {
  const items = toasts.use()
  return createPortal(
    <div className={classes.toaster} role="status" aria-live="polite" data-toaster>
      {items.map(({ id, kind, text, action }) => {
        const Icon = icons[kind]
        return (
          <p key={id} className={classes.toast} data-kind={kind}>
            <Icon size={20} aria-hidden />
            <span className={classes.text}>{text}</span>
            {action && (
              <button
                type="button"
                style={ACTION}
                onClick={() => {
                  dismiss(id)
                  action.run()
                }}
              >
                {action.label}
              </button>
            )}
          </p>
        )
      })}
    </div>,
    document.body,
  )
}
