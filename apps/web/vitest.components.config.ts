import { defineProject } from 'vitest/config'
import { contract } from './contract-plugin.ts'
import { emoji } from './emoji-plugin.ts'

export default defineProject({
  plugins: [contract(), emoji()],
  test: {
    name: 'web-components',
    environment: 'jsdom',
    // A context per file in shared threads: a process and a jsdom of its own cost each file twice the time.
    pool: 'vmThreads',
    maxWorkers: 2,
    include: ['src/**/*.test.tsx'],
    setupFiles: ['test/late-effects.ts', 'test/setup.ts'],
    testTimeout: 20_000,
  },
})
