/** The database that a command is about to fill. */
import type { Config } from '#platform/config.ts'
import { createDatabase } from '#platform/db/copying/connection.ts'
import { acquireSingleInstanceLock, InUseError } from '#platform/db/single-instance-lock.ts'
import { UserError } from './command-context.ts'

/**
 * Makes it where there is none, and keeps servers and other commands away until `release`. Throws `UserError` where one
 * of them works on it.
 */
export async function lockNewSite(config: Pick<Config, 'database' | 'singleNode'>) {
  await createDatabase(config.database)
  try {
    // Nodes hear each other over Redis and take no lock; commands hear nobody.
    return await acquireSingleInstanceLock({ ...config, redisUrl: undefined }, 0)
  } catch (error) {
    throw error instanceof InUseError ? new UserError(IN_USE) : error
  }
}

const IN_USE = '要写入的数据库正在使用：服务器在运行，或者另一个命令正在往里面写。先停下它，或者等它做完'
