// npm run faults [-- NAME]: hangs, kills and fills what a site of several processes runs on, while people write.
import './lib/ensure-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithNpm, run, typescript } from './lib/run.mjs'

endWithNpm()
process.exitCode =
  (await ensureInstalled()) ||
  (await ensureBuilt()) ||
  (await run(process.execPath, [...typescript('resilience/faults/main.ts'), ...process.argv.slice(2)]))
