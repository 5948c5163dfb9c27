import { defineProject } from 'vitest/config'
import { contract } from './contract-plugin.ts'

export default defineProject({
  plugins: [contract()],
  test: { name: 'web', environment: 'node', include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'] },
})
