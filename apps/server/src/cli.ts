import { createInterface } from 'node:readline/promises'
import { runCli } from './cli/program.ts'
import { loadConfig } from './platform/config.ts'

const CLOSE_MS = 1000

// Where nobody reads any more, as behind `head` or over SSH that broke, what was begun is done.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await runCli(process.argv.slice(2), (options) => loadConfig(undefined, options), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTTY: process.stderr.isTTY === true,
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask }),
})
// A database that hangs never closes its side of a connection, for which the process must not wait.
setTimeout(() => process.exit(), CLOSE_MS).unref()

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl+C and Ctrl+D close it without an answer.
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  return Promise.race([lines.question(question), closed]).finally(() => lines.close())
}
