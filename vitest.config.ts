import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { testMysql, testRedis } from './tools/lib/services.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const exclude = ['**/node_modules/**', '**/dist/**']

/** Tests that no database is part of: once is enough. */
const withoutDatabase = [
  'src/platform/images/**',
  'src/platform/storage/**',
  '**/*.unit.test.ts',
  '**/architecture.test.ts',
]

/** Several processes form one site on MySQL only. */
const onlyMysql = ['**/multi-node.test.ts']

const [mysql, redis] = await Promise.all([testMysql(), testRedis()])
const redisUrl = redis.missing ? '' : redis.url

/**
 * The server's suite on one engine. Files share two worker processes, each test with its own DATA_DIR and database: loading
 * the application for every file anew would take longer than most tests.
 */
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
      provide: { engine, mysqlUrl: mysql.url, redisUrl, databasePrefix: `shiliu_test_${process.pid}_` },
    },
  }
}

export default defineConfig({
  test: {
    // Two cores: more workers only make every test slower, until the first one times out.
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
      'apps/web/vitest.components.config.ts',
      server('sqlite'),
      ...(mysql.missing ? [] : [server('mysql')]),
    ],
  },
})
