/** The command line: its commands, help in Chinese, and how errors end it. */
import { VERSION } from '@shiliu/contract/limits'
import { type Argument, Command, CommanderError } from 'commander'
import { seedCommand } from '#demo/seed.command.ts'
import { importCommand } from '#import/import.command.ts'
import { BackupError } from '#platform/backup/archive.ts'
import { ConfigError } from '#platform/config.ts'
import { CopyError } from '#platform/db/copying/portable.ts'
import { AppError } from '#platform/errors.ts'
import { accountCommands } from './accounts.ts'
import { addressesCommand } from './addresses.ts'
import { backupCommands } from './backup.ts'
import {
  createCommandContext,
  type ReadConfig,
  type RegisterCommands,
  type Terminal,
  UserError,
} from './command-context.ts'
import { doctorCommand } from './doctor/doctor.command.ts'
import { databaseWords } from './failures.ts'
import { migrateCommand, recountCommand, reindexCommand } from './maintenance.ts'
import { moveCommand } from './move.ts'
import { moveMediaCommand } from './move-media.ts'
import { settingsCommands } from './settings.ts'

/** In the order of the help. */
const COMMANDS: RegisterCommands[] = [
  migrateCommand,
  accountCommands,
  addressesCommand,
  recountCommand,
  reindexCommand,
  doctorCommand,
  settingsCommands,
  backupCommands,
  moveCommand,
  moveMediaCommand,
  importCommand,
  seedCommand,
]

const HEADINGS: Record<string, string> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
}

/** Characters two terminal columns wide. */
const WIDE = /[\u2e80-\uffef]/g

const displayWidth = (text: string) => text.length + (text.match(WIDE)?.length ?? 0)

/** What a line may not be broken within: a Chinese character with its punctuation, or a word. */
const UNBREAKABLE = /\s*[（「]*(?:[\u4e00-\u9fff]|[^\s\u4e00-\u9fff（「]+)[，。；：、）」]*/g

/** Commander's own breaks at spaces only, which Chinese has few of. */
function wrap(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const [part] of text.matchAll(UNBREAKABLE)) {
    if (line && displayWidth(line + part) > width) {
      lines.push(line)
      line = part.trimStart()
    } else line += part
  }
  return [...lines, line].join('\n')
}

const argumentTerm = (argument: Argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`)

const USAGE_ERRORS: Record<string, string> = {
  'commander.missingArgument': '缺少参数',
  'commander.unknownCommand': '没有这个命令',
  'commander.unknownOption': '没有这个选项',
  'commander.excessArguments': '参数太多',
  'commander.optionMissingArgument': '选项缺少值',
  'commander.missingMandatoryOptionValue': '缺少必须的选项',
}

/**
 * Runs `argv` (without node and script) and returns the exit code. A mistake of the user prints one line, a bug its
 * stack; both return 1.
 */
export async function runCli(argv: string[], config: ReadConfig, terminal: Terminal): Promise<number> {
  let code = 0
  const context = createCommandContext(terminal, config, (wanted) => {
    code = wanted
  })
  const program = new Command('npm run cli --')
    .description('小石榴的管理命令。设置与服务器相同，取自环境变量和 .env')
    .version(VERSION, '-v, --version', '显示版本')
    .usage('<命令> [选项]')
    .helpOption('-h, --help', '显示帮助')
    .helpCommand('help [命令]', '显示一个命令的帮助')
    .configureHelp({
      styleTitle: (title) => HEADINGS[title] ?? title,
      displayWidth,
      boxWrap: wrap,
      optionDescription: ({ description, defaultValue }) =>
        defaultValue === undefined ? description : `${description}（默认 ${defaultValue}）`,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined })
    .exitOverride()
  for (const register of COMMANDS) register(program, context)
  for (const command of program.commands) {
    command.copyInheritedSettings(program).helpOption('-h, --help', '显示帮助')
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return reportError(error, terminal)
  }
}

function reportError(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const words = USAGE_ERRORS[error.code]
    if (words) terminal.err(`${words}：${/'(.+)'/.exec(error.message)?.[1] ?? error.message}\n用 --help 查看用法\n`)
    return 1
  }
  const known = [ConfigError, UserError, BackupError, CopyError, AppError].some((kind) => error instanceof kind)
  const words = known ? (error as Error).message : databaseWords(error)
  terminal.err(`${words ?? (error instanceof Error ? error.stack : String(error))}\n`)
  return 1
}
