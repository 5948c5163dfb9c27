import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/main.ts', 'src/cli.ts'],
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
