/** What was acknowledged is there, once, and the counters are right. */
import { runCli } from '../support/processes.ts'
import { withSite } from '../support/site.ts'
import type { Acknowledged, Traffic } from '../support/traffic.ts'
import type { Outcome } from './report.ts'

/** Compares what was acknowledged with the database, after the traffic has ended. */
export async function checkAcknowledged(
  env: Record<string, string>,
  { acknowledged, comments, uploads }: Traffic,
): Promise<Outcome> {
  const rows = await withSite(env, async ({ db, storage }) => {
    const likes = await db.selectFrom('likes').select(['user_id', 'target_id']).execute()
    const written = await db.selectFrom('comments').select(['id', 'content']).execute()
    const media = await db.selectFrom('media').select('media_key').execute()
    return {
      likes: new Set(likes.map((row) => `${row.user_id}-${row.target_id}`)),
      comments: new Set(written.map(({ id }) => String(id))),
      contents: written.map(({ content }) => content),
      media: media.map(({ media_key }) => storage.url(`${media_key}.webp`).replace(/\.webp$/, '')),
    }
  })
  const isThere = ({ table, row }: Acknowledged) =>
    table === 'media' ? rows.media.some((key) => row.startsWith(key)) : rows[table].has(row)
  const lost = acknowledged.filter((one) => !isThere(one))
  const wrong = lost.slice(0, 5).map(({ table, row }) => `lost: ${table} ${row}`)
  for (const [key, ids] of comments) if (ids.size > 1) wrong.push(`comment ${key} was made ${ids.size} times`)
  const twice = rows.contents.length - new Set(rows.contents).size
  if (twice > 0) wrong.push(`${twice} comments stand there twice`)
  if (rows.media.length > uploads()) wrong.push(`${uploads()} uploads left ${rows.media.length} pictures`)
  const { code, out } = await runCli(env, 'recount', '--check')
  if (code !== 0) wrong.push(`counters drift: ${out.split('\n').slice(0, 5).join(' ')}`)
  if (acknowledged.length < 50) wrong.push(`only ${acknowledged.length} writes were acknowledged`)
  const name = `${acknowledged.length} acknowledged writes are there once, counters are right`
  return { name, served: acknowledged.length, refused: 0, longestMs: 0, deadlineMs: 0, recoveryMs: 0, wrong }
}
