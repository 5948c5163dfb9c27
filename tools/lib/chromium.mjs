import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `Applications/${name}.app/Contents/MacOS/${name}`,
)
const windowsApps = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/** @returns {string[]} places where this system keeps a Chromium, best first */
function places() {
  const { env, platform } = process
  if (platform === 'darwin') return macApps.flatMap((app) => [join('/', app), join(env.HOME ?? '/', app)])
  if (platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((base) => base !== undefined)
    return windowsApps.flatMap((app) => bases.map((base) => join(base, app)))
  }
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(env.PATH ?? '').split(delimiter)]
  return commands.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Path of the system's Chromium (or `CHROMIUM_PATH`), `undefined` when there is none. */
export function findChromium() {
  const told = process.env.CHROMIUM_PATH
  if (told) return existsSync(told) ? told : undefined
  return places().find((path) => existsSync(path))
}

/** What to start it with: no sandbox because tests may run as root, and nothing that talks to the outside. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
