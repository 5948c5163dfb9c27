/** A site on SQLite whose disk fills up and is made room on. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newDisk, startNode } from '../support/processes.ts'
import { makeSite } from '../support/site.ts'
import { startTraffic } from '../support/traffic.ts'
import { checkAcknowledged } from './acknowledged.ts'
import { type Outcome, say } from './report.ts'

const MEGABYTES = 48

/** Returns nothing where no disk can be mounted. */
export async function diskFills(): Promise<Outcome[]> {
  const disk = newDisk(MEGABYTES)
  if (!disk) {
    say('LEFT OUT: a full disk, which needs the right to mount one')
    return []
  }
  const env = { DATA_DIR: disk, LOG_LEVEL: 'info' }
  const { people, notes } = await makeSite(env, 6, 20)
  const node = await startNode(env)
  const origin = `http://127.0.0.1:${node.port}`
  const traffic = startTraffic({ origins: [origin], people, notes, picture: Buffer.alloc(0), withUploads: false })
  await wait(1500)
  const filler = join(disk, 'filler')
  // A few pages may be left, until something is written into them.
  for (let part = 0; freeBytes(disk) > 0; part++) {
    try {
      writeFileSync(`${filler}-${part}`, Buffer.alloc(Math.min(freeBytes(disk), 1024 * 1024)))
    } catch {
      break
    }
  }
  const full = performance.now()
  await wait(4000)
  const whileFull = traffic.answers.filter(({ at }) => at > full)
  for (let part = 0; part < MEGABYTES * 2; part++) rmSync(`${filler}-${part}`, { force: true })
  const freed = performance.now()
  await wait(3000)
  const after = traffic.answers.filter(({ at }) => at > freed + 1500)
  await traffic.stop()
  await node.kill('SIGTERM')

  const wrong: string[] = []
  const writes = whileFull.filter(({ what }) => what !== 'read')
  const reads = whileFull.filter(({ what }) => what === 'read')
  if (!writes.some(({ status }) => status === 503)) wrong.push('no write was refused: the disk was not full')
  const other = writes.find(({ status }) => status !== 200 && status !== 503)
  if (other) wrong.push(`a write got ${other.status} ${other.message}`)
  const unread = reads.find(({ status }) => status !== 200)
  if (unread) wrong.push(`a reader got ${unread.status} ${unread.message}`)
  const still = after.find(({ status }) => status !== 200 && status !== 429)
  if (still) wrong.push(`after room was made: ${still.status} ${still.message}`)
  const longestMs = Math.max(...traffic.answers.map(({ ms }) => ms))
  if (longestMs > 5000) wrong.push(`somebody waited ${Math.round(longestMs)} ms`)
  const outcome = {
    name: 'the disk is full',
    served: whileFull.filter(({ status }) => status === 200).length,
    refused: whileFull.filter(({ status }) => status === 503).length,
    longestMs,
    deadlineMs: 2000,
    recoveryMs: still ? null : 1500,
    wrong,
  }
  const kept = await checkAcknowledged(env, traffic)
  return [outcome, { ...kept, wrong: kept.wrong.filter((line) => !line.startsWith('only ')) }]
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
