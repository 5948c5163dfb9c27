/** What a command is given: settings, the opened application, and a person to talk to. */
import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { pino } from 'pino'
import type { Ctx } from '#deps.ts'
import type { Config } from '#platform/config.ts'
import { openResources } from '#resources.ts'

/** Adds one or more commands; listed in commands.ts. */
export type CommandModule = (program: Command, tools: Tools) => void

type Tools = {
  /** Reads the settings; throws `ConfigError`. */
  config(): Config
  /** One line on standard output. */
  say(line: string): void
  /** Opens the application, its schema brought up to date, for as long as `work` takes. */
  withApp<R>(work: (ctx: Ctx) => Promise<R>): Promise<R>
  /** A bar on a terminal, nothing elsewhere. `stop` when done. */
  progress(label: string): { update(done: number, total: number): void; stop(): void }
  /** Ends with this exit code once the command is done. */
  exitCode(code: number): void
}

/** Ends a command with a line for a person and exit code 1. */
export class Refusal extends Error {}

export type Terminal = { out(text: string): void; err(text: string): void; isTTY: boolean }

export function makeTools(terminal: Terminal, config: () => Config, exitCode: (code: number) => void): Tools {
  return {
    config,
    say: (line) => terminal.out(`${line}\n`),
    async withApp(work) {
      const resources = await openResources(config(), { log: pino({ level: 'silent' }) })
      try {
        return await work(resources.ctx)
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
    exitCode,
  }
}
