/** Ends what a suite has started when the suite is gone, however it went. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

export type ReaperMessage = { pid: number } | { folder: string } | { mount: string }

const [pids, folders, mounts] = [new Set<number>(), new Set<string>(), new Set<string>()]

process.on('message', (message: ReaperMessage) => {
  if ('pid' in message) pids.add(message.pid)
  else if ('mount' in message) mounts.add(message.mount)
  else folders.add(message.folder)
})

const quietly = (work: () => void) => {
  try {
    work()
  } catch {
    // It is gone already.
  }
}

process.on('disconnect', () => {
  for (const pid of pids) quietly(() => process.kill(pid, 'SIGKILL'))
  setTimeout(() => {
    for (const mount of mounts) quietly(() => execFileSync('umount', ['-l', mount], { stdio: 'ignore' }))
    for (const folder of folders) quietly(() => rmSync(folder, { recursive: true, force: true }))
    process.exit()
  }, 300)
})

// The suite ends first, and the disconnection tells.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
