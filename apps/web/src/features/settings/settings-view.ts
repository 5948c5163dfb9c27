/** The settings dialog's switch: which of its views is open (spec section 2 «Modals»). */
import { createStore } from '#ui/store.ts'

export type SettingsView = 'about' | 'shortcuts' | 'account' | 'password' | 'deletion'

/** null while the dialog is closed. */
export const settingsView = createStore<SettingsView | null>(null)

export const closeSettings = () => settingsView.set(null)
