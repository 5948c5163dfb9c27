import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { testMysql, testRedis } from './tools/lib/services.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const exclude = ['**/node_modules/**', '**/dist/**']

/** Tests without a database, of HTTP before it gets there, and of schools' services that hang run only once. */
const withoutDatabase = [
  'src/platform/images/**',
  'src/platform/storage/**',
  'src/platform/http/held-bodies.test.ts',
  'src/platform/http/rate-limit.test.ts',
  'src/modules/campus/provider-check.test.ts',
  '**/*.unit.test.ts',
  '**/architecture.test.ts',
  '**/behind-proxies.test.ts',
]

/** A site with several processes needs MySQL, and an old site is one; imports go from it into both engines. */
const onlyMysql = [
  '**/multi-node.test.ts',
  '**/rolling-upgrade.test.ts',
  '**/platform/db/nodes.test.ts',
  '**/import-*.test.ts',
]
/** Large sites, several processes, what hangs or dies: minutes, which `npm test` spends only when told to. */
const operations = ['test/operations/**/*.test.ts']

const [mysql, redis] = await Promise.all([testMysql(), testRedis()])
const redisUrl = redis.missing ? '' : redis.url

/**
 * SQLite syncs each commit, and a disk takes longer for that than the rest of most tests. Memory keeps a file as well
 * when a process is killed. Undefined where there is little of it, as in a container.
 */
function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? `/dev/shm/shiliu-test-${process.pid}` : undefined
  } catch {
    return undefined
  }
}

const memory = folderInMemory()

/** Test files share worker processes, because loading the application for each file takes longer than most tests. */
function server(kind: 'server' | 'operations', engine: 'sqlite' | 'mysql'): TestProjectConfiguration {
  const name = engine === 'mysql' ? `${kind}-mysql` : kind
  const ofEngine = engine === 'mysql' ? withoutDatabase : onlyMysql
  const files =
    kind === 'operations'
      ? { include: operations, exclude: [...exclude, ...ofEngine] }
      : { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...exclude, ...ofEngine, ...operations] }
  return {
    test: {
      name,
      root: at('apps/server'),
      ...files,
      pool: 'forks',
      isolate: false,
      // What hangs is waited for without the processor.
      ...(kind === 'operations' && { maxWorkers: availableParallelism() + 1 }),
      globalSetup: 'test/global-setup.ts',
      testTimeout: 20_000,
      hookTimeout: 60_000,
      ...(memory && { env: { TMPDIR: memory } }),
      provide: {
        engine,
        mysqlUrl: mysql.url,
        redisUrl,
        databasePrefix: `shiliu_test_${process.pid}_${name.replace('-', '_')}_`,
        diskFolder: tmpdir(),
      },
    },
  }
}

export default defineConfig({
  test: {
    // More workers than cores make each test slower, until some time out. The configurations in apps/web repeat it,
    // since with another number of workers their files would wait until all others have run.
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'tools',
          root: at('tools'),
          include: ['**/*.test.mjs'],
          exclude,
          pool: 'threads',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'contract',
          root: at('packages/contract'),
          include: ['src/**/*.test.ts'],
          exclude,
          pool: 'threads',
          testTimeout: 20_000,
        },
      },
      'apps/web/vitest.config.ts',
      {
        test: {
          name: 'web-budget',
          root: at('apps/web'),
          include: ['budget.test.ts'],
          exclude,
          pool: 'threads',
        },
      },
      'apps/web/vitest.components.config.ts',
      server('server', 'sqlite'),
      server('operations', 'sqlite'),
      ...(mysql.missing ? [] : [server('server', 'mysql'), server('operations', 'mysql')]),
    ],
  },
})
