import { join } from 'node:path'
import { npm, root, say } from './run.mjs'
import { hashSources, readStamp, writeStamp, writtenAt } from './stamp.mjs'

const shared = ['packages/contract', 'package-lock.json', 'tsconfig.base.json']

const parts = [
  {
    workspace: '@shiliu/server',
    label: '服务器',
    sources: ['apps/server', ...shared],
    outputs: ['apps/server/dist/main.js', 'apps/server/dist/cli.js'],
  },
  { workspace: '@shiliu/web', label: '网页', sources: ['apps/web', ...shared], outputs: ['apps/web/dist/index.html'] },
]

/** Builds what changed since its last build. Answers the exit code of the first build that failed, else 0. */
export async function ensureBuilt() {
  for (const { workspace, label, sources, outputs } of parts) {
    const stampPath = join(root, '.cache/build', workspace.replace('@shiliu/', ''))
    const hash = hashSources(root, sources)
    const written = writtenAt(root, outputs)
    // The time of the output tells a build made by hand since, whose sources we do not know.
    if (written !== null && readStamp(stampPath) === `${hash}\n${written}`) continue
    say(`正在构建${label}…`)
    const code = await npm(['run', 'build', '-w', workspace, '--loglevel=warn'], {
      ...process.env,
      NODE_ENV: 'production',
    })
    if (code !== 0) return code
    const now = writtenAt(root, outputs)
    if (now === null) {
      say(`构建${label}没有产出 ${outputs.join('、')}。`)
      return 1
    }
    writeStamp(stampPath, `${hash}\n${now}`)
  }
  return 0
}
