// npm run bench: compares the built server with a bare `node:http` server. Arguments: npm run bench -- --help
import './lib/ensure-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithNpm, run, typescript } from './lib/run.mjs'

endWithNpm()
process.exitCode =
  (await ensureInstalled()) ||
  (await ensureBuilt()) ||
  (await run(process.execPath, [...typescript('bench/main.ts'), ...process.argv.slice(2)]))
