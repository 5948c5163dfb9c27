// npm run build: the server's bundle and the web app, as `npm start` serves them.
import './lib/ensure-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithNpm } from './lib/run.mjs'

endWithNpm()
process.exitCode = (await ensureInstalled()) || (await ensureBuilt())
