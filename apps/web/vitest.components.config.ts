import { defineProject } from 'vitest/config'
import { contract } from './contract-plugin.ts'
import { emoji } from './emoji-plugin.ts'

export default defineProject({
  plugins: [contract(), emoji()],
  test: {
    name: 'web-components',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx'],
    setupFiles: 'test/setup.ts',
    testTimeout: 20_000,
  },
})
