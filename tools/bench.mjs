// npm run bench: how fast the built server is, compared with a bare one. Arguments: npm run bench -- --help
import './lib/node-version.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, endWithNpm, run } from './lib/run.mjs'

endWithNpm()

for (const step of [ensureInstalled, ensureBuilt]) {
  const code = await step()
  if (code !== 0) process.exit(code)
}
process.exitCode = await run(process.execPath, [bin('tsx'), 'bench/main.ts', ...process.argv.slice(2)])
