import type { FieldOf, Held, Kind } from '../define-field.ts'

/** What every kind of control is given. */
export type ControlProps<K extends Kind> = {
  field: FieldOf<K>
  held: Held[K]
  error: string | undefined
  /** Decided for good: to be read only. */
  fixed: boolean
  /** Who or what the stored number stands for, where that is known. */
  told: string
  /** Has the focus when the dialog opens. */
  autoFocus: boolean
  onChange: (held: Held[K] | ((before: Held[K]) => Held[K])) => void
  /** What is wrong with something that was just chosen or added; null takes the message away. */
  onFault: (message: string | null) => void
}
