import { runCli } from './cli/program.ts'
import { loadConfig } from './platform/config.ts'

process.exitCode = await runCli(process.argv.slice(2), loadConfig, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTTY: process.stderr.isTTY === true,
})
