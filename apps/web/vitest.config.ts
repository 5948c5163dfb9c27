import { defineProject } from 'vitest/config'
import { contract } from './contract-plugin.ts'
import { emoji } from './emoji-plugin.ts'

export default defineProject({
  plugins: [contract(), emoji()],
  test: { name: 'web', environment: 'node', include: ['*.test.ts', 'browser-floor/*.test.ts', 'src/**/*.test.ts'] },
})
