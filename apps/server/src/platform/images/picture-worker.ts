/** The process of picture-workers.ts: works on one picture at a time until its server lets go of it. */
import { setPriority } from 'node:os'
import type { ErrorCode } from '@shiliu/contract/errors'
import { AppError } from '../errors.ts'
import { type ProcessedPicture, processPicture, type StoredRules } from './pipeline.ts'

/** The rules come with each picture, since administrators change them while the process lives. */
export type WorkerJob = { file: Buffer; rules: StoredRules }

/** `refused`: the picture is at fault; `fault`: we are. */
export type WorkerAnswer = { picture: ProcessedPicture } | { refused: ErrorCode } | { fault: string }

async function answerTo({ file, rules }: WorkerJob): Promise<WorkerAnswer> {
  try {
    return { picture: await processPicture(file, rules) }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    return { fault: error instanceof Error ? String(error.stack) : String(error) }
  }
}

// Answering readers comes before converting pictures.
setPriority(10)
// A signal to the whole group (Ctrl-C, a service manager) must not end the work that the server waits for.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// Our server is gone. No clean end: what the decoder does at its end may hang.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (job: WorkerJob) => {
  const answer = await answerTo(job)
  if (process.connected) process.send?.(answer)
})
process.send?.('ready')
