import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { pino } from 'pino'
import type { Ctx } from '#deps.ts'
import { writeViews } from '#modules/posts/views.service.ts'
import type { Config } from '#platform/config.ts'
import { openResources } from '#resources.ts'

/** Registers one or more commands; listed in program.ts. */
export type RegisterCommands = (program: Command, context: CommandContext) => void

/** With `readOnly` it creates neither folder nor secret. */
export type ReadConfig = (options?: { readOnly?: boolean }) => Config

type CommandContext = {
  /** Reads the settings; throws `ConfigError`. */
  config: ReadConfig
  print(line: string): void
  /** Opens the application, migrated, while `work` runs. */
  withApp<R>(work: (ctx: Ctx) => Promise<R>): Promise<R>
  /** A progress bar on a terminal, nothing elsewhere. */
  progress(label: string): { update(done: number, total: number): void; stop(): void }
  /** A progress bar for each stage on a terminal, a line elsewhere, as in a log. */
  stages(): { update(label: string, done: number, total: number): void; stop(): void }
  /** Asks a question to be answered with y or n; null where nobody can answer. */
  confirm(question: string): Promise<boolean> | null
  /** Sets the exit code of a command that completes. */
  exitCode(code: number): void
}

/** Ends a command with a message for the user and exit code 1. */
export class UserError extends Error {}

export type Terminal = {
  out(text: string): void
  err(text: string): void
  isTTY: boolean
  /** Shows a question and reads a line; absent where nobody sits at the keyboard. */
  ask?: (question: string) => Promise<string>
}

/** What all commands share, on this terminal. */
export function createCommandContext(
  terminal: Terminal,
  config: ReadConfig,
  exitCode: (code: number) => void,
): CommandContext {
  const context: CommandContext = {
    config,
    print: (line) => terminal.out(`${line}\n`),
    async withApp(work) {
      const resources = await openResources(config(), { log: pino({ level: 'silent' }) })
      try {
        const result = await work(resources.ctx)
        await writeViews(resources.ctx)
        return result
      } finally {
        await resources.close()
      }
    },
    progress(label) {
      if (!terminal.isTTY) return { update: () => undefined, stop: () => undefined }
      const bar = new SingleBar({ format: `${label} {bar} {percentage}% {value}/{total}`, hideCursor: true })
      let started = false
      return {
        update(done, total) {
          if (!started) bar.start(total, 0)
          started = true
          bar.setTotal(total)
          bar.update(done)
        },
        stop: () => bar.stop(),
      }
    },
    stages() {
      let shown: { label: string; bar: ReturnType<CommandContext['progress']> } | null = null
      const stop = () => shown?.bar.stop()
      return {
        update(label, done, total) {
          if (total === 0) return
          if (shown?.label !== label) {
            stop()
            shown = { label, bar: context.progress(label) }
            if (!terminal.isTTY) context.print(`${label}：共 ${total}`)
          }
          shown.bar.update(done, total)
        },
        stop,
      }
    },
    confirm(question) {
      if (!terminal.ask) return null
      return terminal.ask(`${question}（y/N）`).then((answer) => /^y(es)?$/i.test(answer.trim()))
    },
    exitCode,
  }
  return context
}
