import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: {
    main: 'src/main.ts',
    cli: 'src/cli.ts',
    'wal-worker': 'src/platform/db/wal-worker.ts',
    'reader-process': 'src/platform/db/reader-process.ts',
    'backup-worker': 'src/platform/backup/backup-worker.ts',
    'picture-worker': 'src/platform/images/picture-worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  sourcemap: true,
  // The contract is TypeScript and must be bundled; the other dependencies stay in node_modules.
  external: Object.keys(dependencies).filter((name) => name !== '@shiliu/contract'),
  logLevel: 'warning',
})
