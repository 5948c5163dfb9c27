import 'vitest'

declare module 'vitest' {
  /** What vitest.config.ts hands to the server's tests: `inject('engine')`. */
  interface ProvidedContext {
    /** The database of this project. */
    engine: 'sqlite' | 'mysql'
    /** Server address without a database name; only to be used when `engine` is `mysql`. */
    mysqlUrl: string
    /** Empty when no Redis answers: skip what needs one. */
    redisUrl: string
  }
}
