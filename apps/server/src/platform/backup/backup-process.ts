/** Makes a backup in a process of its own, which neither holds the server's event loop nor takes its memory. */
import { fork } from 'node:child_process'
import { childEnvironment } from '../config.ts'
import { entryFile } from '../entry-file.ts'
import type { BucketOptions } from '../storage/s3-client.ts'
import { BackupError } from './archive.ts'
import type { BackupSite } from './make-backup.ts'
import type { Keep } from './rotation.ts'

export type BackupJob = {
  site: BackupSite
  target: { kind: 'folder'; folder: string } | { kind: 's3'; options: BucketOptions | undefined }
  name: string
  keep: Keep
  /** Of the site's time zone, in which the days of `keep` begin. */
  offsetMs: number
}

export type BackupResult = { bytes: number; removed: number }
export type BackupAnswer = { progress: true } | { done: BackupResult } | { failed: string }

export type BackupRun = (
  job: BackupJob,
  options: { signal: AbortSignal; onProgress: () => void; silentMs?: number },
) => Promise<BackupResult>

const SILENT_MS = 10 * 60_000
const V8_OPTIONS = ['--max-old-space-size=256']

/**
 * Throws `BackupError` where it fails, is lost, or makes no progress for ten minutes. `signal` ends the process; what
 * it has written by then has no name of a backup, and a later backup removes it.
 */
export const runBackup: BackupRun = (job, { signal, onProgress, silentMs = SILENT_MS }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new BackupError('服务器停止，备份没有做完'))
    const child = fork(entryFile(import.meta.url, 'backup-worker'), [], {
      env: childEnvironment({ MALLOC_ARENA_MAX: '2' }) as NodeJS.ProcessEnv,
      execArgv: V8_OPTIONS,
      serialization: 'advanced',
    })
    let timer: NodeJS.Timeout
    const end = (error: Error | null, result?: BackupResult) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      child.removeAllListeners()
      child.on('error', () => {})
      child.kill('SIGKILL')
      if (error) reject(error)
      else resolve(result as BackupResult)
    }
    const stop = () => end(new BackupError('服务器停止，备份没有做完'))
    const wait = () => {
      clearTimeout(timer)
      const minutes = Math.ceil(silentMs / 60_000)
      timer = setTimeout(
        () => end(new BackupError(`备份 ${minutes} 分钟没有进展：数据库、磁盘或对象存储没有回答`)),
        silentMs,
      )
    }
    wait()
    signal.addEventListener('abort', stop)
    child.on('message', (answer: BackupAnswer) => {
      wait()
      if ('done' in answer) end(null, answer.done)
      else if ('failed' in answer) end(new BackupError(answer.failed))
      else onProgress()
    })
    child.on('error', (error) => end(new BackupError(`备份的进程不能启动：${error.message}`)))
    child.on('exit', (code, by) => end(new BackupError(`备份的进程中断了（${by ?? code}），可能是内存不够`)))
    child.send(
      job satisfies BackupJob,
      (error) => error && end(new BackupError(`备份的进程不能启动：${error.message}`)),
    )
  })
