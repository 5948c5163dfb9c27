import { join } from 'node:path'
import { bin, root, run, say } from './run.mjs'
import { hashSources, readStamp, writeStamp, writtenAt } from './stamp.mjs'

const shared = ['packages/contract', 'package-lock.json', 'tsconfig.base.json']

const parts = [
  {
    folder: 'apps/server',
    label: '服务器',
    sources: ['apps/server', ...shared],
    outputs: ['dist/main.js', 'dist/cli.js', 'dist/wal-worker.js', 'dist/reader-process.js', 'dist/picture-worker.js'],
    command: () => ['build.mjs'],
  },
  {
    folder: 'apps/web',
    label: '网页',
    sources: ['apps/web', ...shared],
    outputs: ['dist/index.html'],
    command: () => [bin('vite', 'apps/web'), 'build', '--logLevel', 'warn'],
  },
]

/** Builds what changed since its last build. Returns the exit code of the first build that failed, or 0. */
export async function ensureBuilt() {
  for (const { folder, label, sources, outputs, command } of parts) {
    const stampPath = join(root, '.cache/build', folder)
    const hash = hashSources(root, sources)
    const written = writtenAt(join(root, folder), outputs)
    // Another time means that the output was built by other means, from unknown sources.
    if (written !== null && readStamp(stampPath) === `${hash}\n${written}`) continue
    say(`正在构建${label}…`)
    const env = { ...process.env, NODE_ENV: 'production' }
    const code = await run(process.execPath, command(), { cwd: join(root, folder), env })
    if (code !== 0) return code
    const now = writtenAt(join(root, folder), outputs)
    if (now === null) {
      say(`构建${label}没有产出 ${outputs.join('、')}。`)
      return 1
    }
    writeStamp(stampPath, `${hash}\n${now}`)
  }
  return 0
}
