// npm run attack: floods a built server and measures how long others wait (resilience/README.md). Arguments: --help
import './lib/ensure-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithNpm, run, typescript } from './lib/run.mjs'

endWithNpm()
process.exitCode =
  (await ensureInstalled()) ||
  (await ensureBuilt()) ||
  (await run(process.execPath, [...typescript('resilience/attack/main.ts'), ...process.argv.slice(2)]))
