// npm run cli -- <command>: the server's commands, run from source, since a build may be outdated.
import './lib/ensure-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithNpm, root, run, typescript } from './lib/run.mjs'
import { loadSettings } from './lib/serve.mjs'

endWithNpm()
process.chdir(root)
const installed = await ensureInstalled()
if (installed !== 0) process.exit(installed)
loadSettings()
process.exitCode = await run(process.execPath, [...typescript('apps/server/src/cli.ts'), ...process.argv.slice(2)])
