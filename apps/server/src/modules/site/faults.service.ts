/** Faults of the site: written for all nodes by a timer, and told to whom administrators named in the settings. */
import type { Ctx } from '#deps.ts'
import { sendMail } from '#modules/mail/outbox.service.ts'
import { HOUR_MS, iso, localTime } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import type { Problem } from '#platform/problems.ts'

/** For connecting, sending and the head of the answer. */
const DEADLINE_MS = 5000
/** What breaks everywhere at once has many kinds. */
const MOST_IN_AN_HOUR = 20

/** Called by a timer. Tells of new faults also while they cannot be written. */
export async function writeFaults(ctx: Ctx, deadlineMs = DEADLINE_MS): Promise<void> {
  const problems = await ctx.problems.save(ctx).catch(async (error: unknown) => {
    await postFaults(ctx, ctx.problems.unsavedToTell(), deadlineMs)
    throw error
  })
  // Neither keeps the other from being told.
  await mailFaults(ctx, problems).finally(() => postFaults(ctx, problems, deadlineMs))
}

async function mailFaults(ctx: Ctx, problems: readonly Problem[]): Promise<void> {
  const to = ctx.settings.current.fault_mails
  if (problems.length === 0 || to.length === 0) return
  const faults = problems.map((problem) => [problem.place, textOf(ctx, problem)] as const)
  await tx(ctx, async (t) => {
    for (const address of to) await sendMail(t, { to: address, kind: 'fault', values: { faults } })
  })
}

/** Once each, without a second attempt: what is behind the address is somebody else's. */
async function postFaults(ctx: Ctx, problems: readonly Problem[], deadlineMs: number): Promise<void> {
  const address = ctx.settings.current.fault_webhook
  if (address === '') return
  await Promise.all(
    allowed(ctx, problems).map((problem) =>
      post(address, messageOf(ctx, problem), deadlineMs).catch((error: unknown) => {
        // Without the address, which has a key in it.
        const reason = withoutSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
        ctx.log.warn(
          { reason, host: new URL(address).host },
          'the address for faults (fault_webhook) could not be told',
        )
      }),
    ),
  )
}

const sentAt = new WeakMap<object, number[]>()

/** Of this process. */
function allowed({ problems: list, clock }: Ctx, problems: readonly Problem[]): readonly Problem[] {
  const now = clock.now()
  const sent = (sentAt.get(list) ?? []).filter((at) => now - at < HOUR_MS)
  const some = problems.slice(0, MOST_IN_AN_HOUR - sent.length)
  sentAt.set(list, [...sent, ...some.map(() => now)])
  return some
}

async function post(address: string, body: object, deadlineMs: number): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(deadlineMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered ${response.status}`)
}

/** As the robots of 企业微信 and 钉钉 (`msgtype`) and of 飞书 (`msg_type`) read it, and for programs in `fault`. */
function messageOf(ctx: Ctx, problem: Problem): object {
  const { place, node, count, requestId, traceId, firstAt, lastAt } = problem
  const site = ctx.settings.current.site_name
  const content = `${site}：${place} 出了故障\n${textOf(ctx, problem)}`
  const fault = withoutSecrets(problem.fault)
  const times = { first_at: iso(firstAt), last_at: iso(lastAt) }
  return {
    msgtype: 'text',
    text: { content },
    msg_type: 'text',
    content: { text: content },
    fault: {
      site,
      url: ctx.config.publicUrl ?? null,
      place,
      fault,
      node,
      count,
      request_id: requestId,
      trace_id: traceId,
      ...times,
    },
  }
}

function textOf({ config }: Ctx, { fault, node, count, requestId, firstAt, lastAt }: Problem): string {
  const time = (ms: number) => localTime(config.timeZone)(iso(ms))
  const times = count > 1 ? `${count} 次，${time(firstAt)} 到 ${time(lastAt)}` : time(lastAt)
  const facts = [withoutSecrets(fault), times, node, requestId && `请求编号 ${requestId}`]
  return facts.filter(Boolean).join('\n')
}

/** What addresses of services may have in them. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/[^\s/@]*@/g, '//…@')
    .replace(/\b((?:key|\w*token|\w*secret|password|passwd|pwd|sig\w*)["']?\s*[=:]\s*["']?)[^&\s"',;]+/gi, '$1…')
    .replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 …')
}
