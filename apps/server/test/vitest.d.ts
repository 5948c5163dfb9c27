import 'vitest'

declare module 'vitest' {
  /** Values that vitest.config.ts provides to the server's tests, read by `inject('engine')`. */
  interface ProvidedContext {
    engine: 'sqlite' | 'mysql'
    /** Server URL without a database name; valid only if `engine` is `mysql`. */
    mysqlUrl: string
    /** Starts the names of all MySQL databases of a run. */
    databasePrefix: string
    /** For temporary files on a disk; those of most tests are in memory. */
    diskFolder: string
    /** Empty if no Redis is reachable; tests that need one are skipped. */
    redisUrl: string
  }
}
