import { NETWORK_FAILED } from '#api/error.ts'
import { closeSettings, settingsView } from '#features/settings/settings-dialog.ts'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'

const dialog = loadable(() => import('#features/settings/SettingsDialog.tsx').then((module) => module.SettingsDialog))

function fail() {
  toast.error(NETWORK_FAILED)
  closeSettings()
}

/** Fetches the settings dialog when one of its views is first asked for. */
export function SettingsHost() {
  const SettingsDialog = useLoadable(dialog, settingsView.use() !== null, fail)
  return SettingsDialog && <SettingsDialog />
}
