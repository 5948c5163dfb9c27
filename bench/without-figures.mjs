// Loaded before a server whose figures cost nothing: what is counted and timed of requests is dropped. For metrics.ts.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import perfHooks from 'node:perf_hooks'
import { root } from '../tools/lib/run.mjs'

const { Counter, Histogram } = createRequire(join(root, 'apps/server/package.json'))('prom-client')
Counter.prototype.inc = () => undefined
Histogram.prototype.observe = () => undefined
const still = {
  enable: () => true,
  disable: () => true,
  reset: () => undefined,
  percentile: () => 0,
  count: 0,
  mean: 0,
  max: 0,
}
Object.defineProperty(perfHooks, 'monitorEventLoopDelay', { value: () => still })
syncBuiltinESMExports()
