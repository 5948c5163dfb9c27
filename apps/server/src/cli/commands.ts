/** All commands of `npm run cli`, in the order of the help. A new one is a file beside this, or of the part it belongs to, with a line here. */
import { seedCommand } from '#demo/seed.command.ts'
import { accountCommands } from './accounts.ts'
import { backupCommands } from './backup.ts'
import { migrateCommand } from './migrate.ts'
import { recountCommand } from './recount.ts'
import { reindexCommand } from './reindex.ts'
import type { CommandModule } from './tools.ts'

export const COMMANDS: CommandModule[] = [
  migrateCommand,
  accountCommands,
  recountCommand,
  reindexCommand,
  backupCommands,
  seedCommand,
]
