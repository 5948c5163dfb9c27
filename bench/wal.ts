/** How far SQLite's WAL grows while a backup reads a site that is written to, and whether it shrinks again. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServerProcess } from './processes.ts'
import { type BenchRequest, send } from './request.ts'
import { ROWS } from './rows.ts'
import type { SiteData } from './site-data.ts'
import { exportSiteData } from './sites.ts'

export type WalFigures = {
  writesPerSecond: number
  failed: number
  /** Of the command. */
  seconds: number
  /** Megabytes of the WAL: the most before, while the backup is made, and when the writes have ended. */
  before: number
  during: number
  after: number
}

const WRITES_PER_SECOND = 50
const [BEFORE_MS, AFTER_MS] = [5000, 5000]
const SAMPLE_MS = 100
/** Of twenty writes in a row, as in `mixed`. */
const [LIKES, COMMENTS] = [13, 6]

/** `backup` runs the command. */
export async function measureWal(
  env: Record<string, string>,
  backup: (file: string) => Promise<{ seconds: number }>,
): Promise<WalFigures> {
  const siteData = await exportSiteData(env)
  const server = await startServerProcess({ ...env, HOST: '127.0.0.1', PORT: '0' })
  const wal = join(env.DATA_DIR ?? '', 'shiliu.db-wal')
  let most = 0
  const size = () => statSync(wal, { throwIfNoEntry: false })?.size ?? 0
  const sampling = setInterval(() => {
    most = Math.max(most, size())
  }, SAMPLE_MS)
  const writer = startWriter(server.address, siteData)
  try {
    await wait(BEFORE_MS)
    const before = most
    most = 0
    const { seconds } = await backup(join(env.DATA_DIR ?? '', 'written.tar'))
    const during = most
    await wait(AFTER_MS)
    const failed = await writer.stop()
    const [first, second, last] = [before, during, size()].map((bytes) => bytes / 1024 / 1024)
    return {
      writesPerSecond: WRITES_PER_SECOND,
      failed,
      seconds,
      before: first ?? 0,
      during: second ?? 0,
      after: last ?? 0,
    }
  } finally {
    clearInterval(sampling)
    await writer.stop()
    await server.stop()
  }
}

/** Sends at a steady rate, whether or not the last is answered. */
function startWriter(address: string, siteData: SiteData): { stop(): Promise<number> } {
  const writeAt = writes(siteData)
  let sentBefore = 0
  const open = new Set<Promise<void>>()
  let failed = 0
  const timer = setInterval(() => {
    const sent = send(address, writeAt(sentBefore++))
      .then(async (answer) => {
        await answer.arrayBuffer()
        if (!answer.ok) failed++
      })
      .catch(() => void failed++)
      .finally(() => open.delete(sent))
    open.add(sent)
  }, 1000 / WRITES_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      return failed
    },
  }
}

/** Without end: comments, once there is nothing left to like. */
function writes(siteData: SiteData): (index: number) => BenchRequest {
  const [likes, notes] = [ROWS.like.requests(siteData), ROWS.publish.requests(siteData)]
  const { detailIds, tokens } = siteData
  const comment = (index: number): BenchRequest => ({
    method: 'POST',
    path: '/api/comments',
    token: tokens[index % tokens.length],
    body: { post_id: detailIds[index % detailIds.length], content: `第 ${index} 条：周末也在图书馆。` },
  })
  return (index) => {
    const place = index % 20
    const own = place < LIKES ? likes[index] : place < LIKES + COMMENTS ? comment(index) : notes[index]
    return own ?? comment(index)
  }
}
