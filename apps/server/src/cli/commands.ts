/** All commands of `npm run cli`, in the order of the help. A new one is a file beside this with a line here. */
import { accountCommands } from './accounts.ts'
import { backupCommands } from './backup.ts'
import { migrateCommand } from './migrate.ts'
import { recountCommand } from './recount.ts'
import type { CommandModule } from './tools.ts'

export const COMMANDS: CommandModule[] = [migrateCommand, accountCommands, recountCommand, backupCommands]
