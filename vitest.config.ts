import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { testMysql, testRedis } from './tools/lib/services.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const exclude = ['**/node_modules/**', '**/dist/**']

/** Tests without a database, and of HTTP before it gets there, run only once. */
const withoutDatabase = [
  'src/platform/images/**',
  'src/platform/storage/**',
  'src/platform/http/held-bodies.test.ts',
  'src/platform/http/rate-limit.test.ts',
  '**/*.unit.test.ts',
  '**/architecture.test.ts',
]

/** A site with several processes needs MySQL, and an old site is one; imports go from it into both engines. */
const onlyMysql = ['**/multi-node.test.ts', '**/rolling-upgrade.test.ts', '**/import/import-*.test.ts']

const [mysql, redis] = await Promise.all([testMysql(), testRedis()])
const redisUrl = redis.missing ? '' : redis.url

/**
 * SQLite syncs each commit, and a disk takes longer for that than the rest of most tests. Memory keeps a file as well when
 * a process is killed. Undefined where there is little of it, as in a container.
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
function server(engine: 'sqlite' | 'mysql'): TestProjectConfiguration {
  return {
    test: {
      name: engine === 'mysql' ? 'server-mysql' : 'server',
      root: at('apps/server'),
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      exclude: [...exclude, ...(engine === 'mysql' ? withoutDatabase : onlyMysql)],
      pool: 'forks',
      isolate: false,
      globalSetup: 'test/global-setup.ts',
      testTimeout: 20_000,
      hookTimeout: 60_000,
      ...(memory && { env: { TMPDIR: memory } }),
      provide: {
        engine,
        mysqlUrl: mysql.url,
        redisUrl,
        databasePrefix: `shiliu_test_${process.pid}_`,
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
      { test: { name: 'tools', root: at('tools'), include: ['**/*.test.mjs'], exclude, pool: 'threads' } },
      {
        test: {
          name: 'contract',
          root: at('packages/contract'),
          include: ['src/**/*.test.ts'],
          exclude,
          pool: 'threads',
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
      server('sqlite'),
      ...(mysql.missing ? [] : [server('mysql')]),
    ],
  },
})
