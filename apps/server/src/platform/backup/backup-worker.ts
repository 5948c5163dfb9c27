/** The process of backup-process.ts: makes one backup, removes those that are too old, and ends. */
import { setPriority } from 'node:os'
import { CopyError } from '../db/copying/portable.ts'
import { uploadsDir } from '../storage/disk.ts'
import { BackupError } from './archive.ts'
import type { BackupAnswer, BackupJob, BackupResult } from './backup-process.ts'
import { assertPrivateFolder, backupFolder, type Destination } from './destinations.ts'
import { makeBackup } from './make-backup.ts'
import { expired } from './rotation.ts'
import { backupBucket } from './s3-destination.ts'

const TELL_MS = 1000

async function work({ site, target, name, keep, offsetMs }: BackupJob, tell: () => void): Promise<BackupResult> {
  const destination = await openDestination(target, site.dataDir)
  const { bytes } = await makeBackup(site, destination, { name, progress: tell })
  const old = expired(
    (await destination.list()).map((backup) => backup.name),
    keep,
    { offsetMs, made: name },
  )
  for (const one of old) await destination.remove(one)
  return { bytes, removed: old.length }
}

async function openDestination(target: BackupJob['target'], dataDir: string): Promise<Destination> {
  if (target.kind === 'folder') {
    assertPrivateFolder(target.folder, uploadsDir({ dataDir }))
    return backupFolder(target.folder)
  }
  if (!target.options) throw new BackupError('没有设置 BACKUP_S3_BUCKET，不知道备份到哪个存储桶')
  return backupBucket(target.options)
}

const send = (answer: BackupAnswer) => void (process.connected && process.send?.(answer))

// Answering readers comes first.
setPriority(10)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (job: BackupJob) => {
  let told = 0
  const tell = () => {
    const now = performance.now()
    if (now - told < TELL_MS) return
    told = now
    send({ progress: true })
  }
  work(job, tell).then(
    (done) => send({ done }),
    (error: unknown) => {
      const known = error instanceof BackupError || error instanceof CopyError || !(error instanceof Error)
      send({ failed: known ? String((error as Error).message ?? error) : `${error.name}: ${error.message}` })
    },
  )
})
