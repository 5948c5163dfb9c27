import type { Shortcuts } from '../use-shortcuts.ts'
import classes from './QueueActions.module.css'

const ACTIONS = [
  ['k', '上一项', 'move'],
  ['j', '下一项', 'move'],
  ['u', '撤销', 'undo'],
  ['b', '封禁作者', 'harsh'],
  ['h', '隐藏', 'harsh'],
  ['r', '拒绝', 'harsh'],
  ['a', '通过', 'approve'],
] as const

type Props = { acts: Shortcuts; idle: boolean; canUndo: boolean }

/** Buttons with their keys. */
export function QueueActions({ acts, idle, canUndo }: Props) {
  return (
    <fieldset className={classes.actions} aria-label="处理">
      {ACTIONS.map(([key, label, kind]) => (
        <button
          key={key}
          type="button"
          data-kind={kind}
          aria-keyshortcuts={key.toUpperCase()}
          aria-disabled={(kind === 'undo' ? !canUndo : idle) || undefined}
          onClick={({ detail: clicks }) => {
            // The second click of a double click would decide about the next one, unseen.
            if (clicks < 2 || kind === 'move' || kind === 'undo') acts[key]?.()
          }}
        >
          {label}
          <kbd aria-hidden>{key.toUpperCase()}</kbd>
        </button>
      ))}
    </fieldset>
  )
}
