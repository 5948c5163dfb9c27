import { createStore } from '#ui/state/store.ts'

export type SettingsView =
  | 'about'
  | 'shortcuts'
  | 'account'
  | 'devices'
  | 'campus'
  | 'email'
  | 'export'
  | 'password'
  | 'deletion'

/** The open view of the settings dialog; null while it is closed. */
export const settingsView = createStore<SettingsView | null>(null)

export const closeSettings = () => settingsView.set(null)
