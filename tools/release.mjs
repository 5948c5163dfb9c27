// npm run release -- X.Y.Z [--dry-run]: checks, bumps the version everywhere, commits and tags. Pushes nothing.
import './lib/ensure-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { release, releaseArguments } from './lib/release.mjs'
import { endWithNpm, npm, root, say } from './lib/run.mjs'

endWithNpm()
process.chdir(root)
const now = new Date()
const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
process.exitCode = await release({
  root,
  ...releaseArguments(process.argv.slice(2), process.env),
  today,
  say,
  test: async () => (await ensureInstalled()) || (await npm(['test', '--', '--suites=operations'])),
})
