// npm run release -- X.Y.Z [--dry-run]: checks, bumps the version everywhere, commits and tags. Pushes nothing.
import './lib/ensure-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { release } from './lib/release.mjs'
import { endWithNpm, npm, root, say } from './lib/run.mjs'

endWithNpm()
process.chdir(root)
const args = process.argv.slice(2)
const [version] = args.filter((arg) => !arg.startsWith('-'))
const now = new Date()
const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
process.exitCode = await release({
  root,
  version,
  today,
  dryRun: args.includes('--dry-run'),
  say,
  test: async () => (await ensureInstalled()) || (await npm(['test'])),
})
