/**
 * Sends spans to a collector of OpenTelemetry as JSON over HTTP (OTLP 1). Nobody waits for it: what it cannot take is
 * lost, and counted (docs/decisions/067-hung-processes-and-traces.md).
 */
import { hostname } from 'node:os'
import querystring from 'node:querystring'
import { VERSION } from '@shiliu/contract/limits'
import type { Log } from './log.ts'
import { type Part, randomHex, type Trace } from './trace.ts'

export type OtlpOptions = {
  /** Of the collector; `/v1/traces` is added. A user and a password in it are sent as a header. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  service: string
  /** The part of the traces that begin here, from 0 to 1. */
  ratio: number
}

export type SpanExporter = {
  /** Whether a trace is to be collected. */
  samples(): boolean
  /** After the answer to a request that was collected. */
  add(trace: Trace, request: EndedRequest): void
  /** Spans since the start. */
  counts(): { sent: number; lost: number }
  /** Sends what is left, for a second; the rest is lost. */
  close(): Promise<void>
}

type EndedRequest = { method: string; route: string; path: string; status: number; requestId: string }

type Attributes = Record<string, string | number>
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: ReturnType<typeof attributesOf>
  status?: { code: number }
}

const PERIOD_MS = 5000
const DEADLINE_MS = 5000
const CLOSING_MS = 1000
/** Turned into JSON in some milliseconds. */
const BATCH = 500
/** Some megabytes. */
const WAITING_MAX = 5000
const WARN_MS = 60_000

const [INTERNAL, SERVER, CLIENT] = [1, 2, 3]
const ERROR = 2
const CALLS: ReadonlySet<Part> = new Set<Part>(['database', 'redis', 'storage'])

export function otlpExporter(
  { endpoint, headers, service, ratio }: OtlpOptions,
  { log, engine, periodMs = PERIOD_MS }: { log: Pick<Log, 'info' | 'warn'>; engine: string; periodMs?: number },
): SpanExporter {
  const url = new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`)
  // All that the log says of it: the rest may be secret.
  const { host, username, password } = url
  const login = [username, password].map((part) => querystring.unescape(part)).join(':')
  // `fetch` takes no address that has them.
  url.username = ''
  url.password = ''
  const sentHeaders = new Headers({ ...headers, 'content-type': 'application/json' })
  if (login !== ':' && !sentHeaders.has('authorization'))
    sentHeaders.set('authorization', `Basic ${Buffer.from(login).toString('base64')}`)
  const closing = new AbortController()
  const resource = {
    attributes: attributesOf({
      'service.name': service,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
  }
  const waiting: Span[] = []
  const counts = { sent: 0, lost: 0 }
  let sending: Promise<void> | undefined
  let warned = Number.NEGATIVE_INFINITY
  let failed = false

  async function post(spans: Span[]): Promise<void> {
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'shiliu', version: VERSION }, spans }] }],
    })
    const response = await fetch(url, {
      method: 'POST',
      headers: sentHeaders,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), closing.signal]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.splice(0, BATCH)
    try {
      await post(batch)
      counts.sent += batch.length
      if (failed) log.info({ host }, 'traces can be sent again')
      failed = false
    } catch (error) {
      counts.lost += batch.length
      failed = true
      if (performance.now() - warned < WARN_MS) return
      warned = performance.now()
      log.warn({ err: error, host, lost: counts.lost }, 'traces cannot be sent (OTEL_EXPORTER_OTLP_ENDPOINT)')
    }
  }

  /** One batch after the other, as long as they arrive. */
  function send(): void {
    sending ??= (async () => {
      do await sendBatch()
      while (waiting.length >= BATCH && !failed)
    })().finally(() => {
      sending = undefined
    })
  }

  const timer = setInterval(() => waiting.length > 0 && send(), periodMs).unref()

  return {
    samples: () => Math.random() < ratio,
    add(trace, request) {
      const spans = spansOf(trace, request, engine)
      const room = WAITING_MAX - waiting.length
      waiting.push(...spans.slice(0, room))
      counts.lost += Math.max(0, spans.length - room)
      if (waiting.length >= BATCH) send()
    },
    counts: () => counts,
    async close() {
      clearInterval(timer)
      const late = setTimeout(() => closing.abort(), CLOSING_MS)
      await sending
      failed = false
      while (waiting.length > 0 && !failed && !closing.signal.aborted) await sendBatch()
      clearTimeout(late)
      counts.lost += waiting.splice(0).length
    },
  }
}

/** The request's own first. */
function spansOf(trace: Trace, { method, route, path, status, requestId }: EndedRequest, engine: string): Span[] {
  const { traceId, spanId, parentId } = trace
  const own: Span = {
    traceId,
    spanId,
    ...(parentId && { parentSpanId: parentId }),
    name: `${method} ${route}`,
    kind: SERVER,
    startTimeUnixNano: nanoseconds(trace.start),
    endTimeUnixNano: nanoseconds(performance.now()),
    attributes: attributesOf({
      'http.request.method': method,
      'http.route': route,
      'url.path': path,
      'http.response.status_code': status,
      'shiliu.request_id': requestId,
    }),
    ...(status >= 500 && { status: { code: ERROR } }),
  }
  const parts = (trace.spans ?? []).map(({ part, name, start, end }): Span => {
    const attributes: Attributes =
      part === 'database' ? { 'db.system.name': engine, 'db.query.summary': name } : { 'shiliu.part': part }
    return {
      traceId,
      spanId: randomHex(8),
      parentSpanId: spanId,
      name: part === 'database' ? name : `${part} ${name}`,
      kind: CALLS.has(part) ? CLIENT : INTERNAL,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(end),
      attributes: attributesOf(attributes),
    }
  })
  return [own, ...parts]
}

/** Since 1970, to a microsecond: more digits than a number has. */
const nanoseconds = (ms: number) => `${Math.round((performance.timeOrigin + ms) * 1000)}000`

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
