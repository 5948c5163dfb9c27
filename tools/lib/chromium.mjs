import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian's headless shell comes first, since it uses much less processor time.
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `Applications/${name}.app/Contents/MacOS/${name}`,
)
const windowsApps = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/** @returns {string[]} preferred ones first */
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

export function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return existsSync(configured) ? configured : undefined
  return places().find((path) => existsSync(path))
}

/** No sandbox, because tests may run as root, and no requests to other hosts. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
