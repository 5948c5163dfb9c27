import { defineProject } from 'vitest/config'
import { contract } from './contract-plugin.ts'
import { emoji } from './emoji-plugin.ts'

export default defineProject({
  plugins: [contract(), emoji()],
  test: {
    name: 'web',
    environment: 'node',
    // A context per file in shared threads, which starts much faster than a process per file.
    pool: 'vmThreads',
    maxWorkers: 2,
    include: ['*.test.ts', 'browser-floor/*.test.ts', 'src/**/*.test.ts'],
    // Vite builds outside such contexts only: the project web-budget.
    exclude: ['budget.test.ts'],
  },
})
