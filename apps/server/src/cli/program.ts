/** The command line: runs one command and answers the exit code. */

import { VERSION } from '@shiliu/contract/limits'
import { type Argument, Command, CommanderError } from 'commander'
import { type Config, ConfigError } from '#platform/config.ts'
import { FileRefused } from '#platform/db/sqlite-files.ts'
import { AppError } from '#platform/errors.ts'
import { COMMANDS } from './commands.ts'
import { makeTools, Refusal, type Terminal } from './tools.ts'

const HEADINGS: Record<string, string> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
}

/** Characters that take two columns of a terminal. */
const WIDE = /[\u2e80-\uffef]/g

const argumentTerm = (argument: Argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`)

const MISTAKES: Record<string, string> = {
  'commander.missingArgument': '缺少参数',
  'commander.unknownCommand': '没有这个命令',
  'commander.unknownOption': '没有这个选项',
  'commander.excessArguments': '参数太多',
  'commander.optionMissingArgument': '选项缺少值',
  'commander.missingMandatoryOptionValue': '缺少必须的选项',
}

/** Runs `argv` (without node and script). What a person did wrong becomes one line and exit code 1, a fault its stack. */
export async function runCli(argv: string[], config: () => Config, terminal: Terminal): Promise<number> {
  let code = 0
  const tools = makeTools(terminal, config, (wanted) => {
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
      displayWidth: (text) => text.length + (text.match(WIDE)?.length ?? 0),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined })
    .exitOverride()
  for (const add of COMMANDS) add(program, tools)
  for (const command of program.commands) {
    command.copyInheritedSettings(program).helpOption('-h, --help', '显示帮助')
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return explain(error, terminal)
  }
}

function explain(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const words = MISTAKES[error.code]
    if (words) terminal.err(`${words}：${/'(.+)'/.exec(error.message)?.[1] ?? error.message}\n用 --help 查看用法\n`)
    return 1
  }
  const known = [ConfigError, Refusal, FileRefused, AppError].some((kind) => error instanceof kind)
  terminal.err(`${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`)
  return 1
}
