/** Settings from the environment; the only reader of process.env. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { TOKEN } from '@shiliu/contract/limits'
import { z } from 'zod'
import type { OtlpOptions } from './otlp.ts'
import type { S3Options } from './storage/s3.ts'

/** A mistake of whoever runs the site, in words for them; ends the start without a stack. */
export class ConfigError extends Error {}

const SECRET_LENGTH = 32
const TOKEN_LENGTH = 16

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyToUndefined, schema.optional())
const booleanSetting = optional(z.enum(['0', '1', 'true', 'false'])).transform(
  (value) => value === '1' || value === 'true',
)

/**
 * Accepts what Fastify's `trustProxy` understands without throwing, except what trusts everybody: any visitor could
 * then pass for any address. A bare number would be read as an address.
 */
function isProxyList(value: string): boolean {
  if (/^(?:0|false|)$/.test(value)) return true
  return value.split(',').every((part) => {
    const [address = '', bits, rest] = part.trim().split('/')
    if (bits === undefined) return isIP(address) !== 0 || /^(?:loopback|linklocal|uniquelocal)$/.test(address)
    return (
      isIP(address) !== 0 &&
      rest === undefined &&
      /^\d{1,3}$/.test(bits) &&
      Number(bits) > 0 &&
      Number(bits) <= (isIP(address) === 4 ? 32 : 128)
    )
  })
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** Values are percent-encoded. Null for what is no such list. */
function headersIn(list: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const pair of list.split(',').filter((part) => part.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([\w!#$&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? []
    if (name === '') return null
    try {
      const decoded = decodeURIComponent(value)
      if (!/^[\x20-\x7e]*$/.test(decoded)) return null
      headers[name.toLowerCase()] = decoded
    } catch {
      return null
    }
  }
  return headers
}

function isOrigin(value: string): boolean {
  return value === '*' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value)
}

function wholeNumber(least: number, most: number, fallback: number) {
  const words = `must be a whole number from ${least} to ${most}`
  return z.preprocess(
    emptyToUndefined,
    z.coerce.number(words).int(words).min(least, words).max(most, words).default(fallback),
  )
}

/** A week. */
const MAX_ACCESS_TOKEN_HOURS = 168

const environment = z.object({
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: z.preprocess(emptyToUndefined, z.string().default('0.0.0.0')),
  DATA_DIR: z.preprocess(emptyToUndefined, z.string().default('data')),
  DATABASE_URL: optional(z.string().regex(/^mysql:\/\/.+/, 'must begin with mysql://')),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\/.+/, 'must begin with redis://')),
  S3_ENDPOINT: optional(z.url()),
  S3_REGION: z.preprocess(emptyToUndefined, z.string().default('us-east-1')),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  S3_PUBLIC_URL: optional(z.url()),
  S3_FORCE_PATH_STYLE: booleanSetting,
  BACKUP_DIR: optional(z.string()),
  BACKUP_S3_BUCKET: optional(z.string()),
  BACKUP_S3_ENDPOINT: optional(z.url()),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
  JWT_SECRET: optional(z.string().min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`)),
  TRUST_PROXY: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('')
      .refine(
        isProxyList,
        'must be addresses of proxies like 127.0.0.1 or 10.0.0.0/8, with commas between, not true: anybody could forge an address',
      ),
  ),
  LOG_LEVEL: z.preprocess(
    emptyToUndefined,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  PUBLIC_URL: optional(z.url()),
  /** The machine's own by default. */
  TZ: optional(z.string().refine(isTimeZone, 'must be a time zone like Asia/Shanghai')),
  /** Existing clients do not renew their tokens: they need as many hours as a sign-in shall last. */
  ACCESS_TOKEN_HOURS: wholeNumber(1, MAX_ACCESS_TOKEN_HOURS, TOKEN.accessSeconds / 3600),
  CORS_ORIGINS: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim().replace(/\/$/, ''))
          .filter(Boolean),
      )
      .refine(
        (origins) => origins.every(isOrigin),
        'must be origins like https://app.example.org, with commas between, or *',
      ),
  ),
  /** What reads /metrics shows it; without it only this machine may, not through a proxy. */
  METRICS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')),
  /** Processes on this machine, with MySQL. */
  WORKERS: wholeNumber(1, 64, 1),
  /** Milliseconds; 0 logs none. */
  SLOW_STATEMENT_MS: wholeNumber(0, 60_000, 300),
  /** Of a collector of traces, by the names that OpenTelemetry gives them. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_EXPORTER_OTLP_HEADERS: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('')
      .refine((list) => headersIn(list) !== null, 'must be name=value, with commas between'),
  ),
  OTEL_SERVICE_NAME: z.preprocess(emptyToUndefined, z.string().default('shiliu')),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(emptyToUndefined, z.coerce.number().min(0).max(1).default(1)),
  /** Megabytes. */
  CACHE_MB: wholeNumber(1, 256, 32),
  /** Starts also beside what seems to be another process of the site. */
  SINGLE_NODE: booleanSetting,
  DEMO: booleanSetting,
})

export type DatabaseConfig = { engine: 'sqlite'; file: string } | { engine: 'mysql'; url: string }

export type Config = {
  port: number
  host: string
  dataDir: string
  database: DatabaseConfig
  redisUrl: string | undefined
  singleNode: boolean
  s3: S3Options | undefined
  /** Where the timer puts backups that stay on this machine. */
  backupDir: string
  backupS3: Omit<S3Options, 'publicUrl'> | undefined
  jwtSecret: string
  trustProxy: false | string
  logLevel: string
  publicUrl: string | undefined
  /** IANA name; the times of exported tables are in it. */
  timeZone: string
  accessTokenSeconds: number
  /** Origins whose pages may call the API; `*` stands for all. */
  corsOrigins: readonly string[]
  /** Processes that serve the site together on this machine. */
  workers: number
  /** Statements that take as long are logged; 0 logs none. */
  slowStatementMs: number
  /** Where traces are sent. */
  otlp: OtlpOptions | undefined
  /** What whoever reads /metrics must show. */
  metricsToken: string | undefined
  /** Memory for cached records, lists, pages, sessions and search results. */
  cacheBytes: number
  /** Demo mode: demo content, known passwords, loopback only. */
  demo: boolean
  /** Multiplies what one account or address may do in a time. */
  limitFactor: number
  /** For the log. */
  warnings: readonly string[]
  /** Names of the settings that are not left empty. */
  given: ReadonlySet<string>
}

type LoadOptions = {
  /** Creates and changes nothing: without a token secret `jwtSecret` is empty. */
  readOnly?: boolean
}

/** Creates DATA_DIR and, if unset, a token secret in it. Throws `ConfigError` naming the wrong settings. */
export function loadConfig(
  env: Record<string, string | undefined> = process.env,
  { readOnly = false }: LoadOptions = {},
): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Settings are wrong:\n  ${lines.join('\n  ')}`)
  }
  const values = parsed.data
  if (values.REDIS_URL && !values.JWT_SECRET) {
    throw new ConfigError('REDIS_URL makes several processes one site: it needs JWT_SECRET, the same for all of them')
  }
  const dataDir = resolve(values.DATA_DIR)
  const warnings = readOnly ? [] : makeFolder(dataDir)
  if (values.WORKERS > 1 && !values.DATABASE_URL)
    warnings.push('WORKERS: with SQLite one process serves; several need MySQL or MariaDB (DATABASE_URL)')
  if (values.METRICS_TOKEN && values.METRICS_TOKEN.length < TOKEN_LENGTH)
    warnings.push(`METRICS_TOKEN: can be guessed; make it of at least ${TOKEN_LENGTH} characters: openssl rand -hex 24`)
  const secretFile = join(dataDir, 'jwt-secret')
  const hasSecret = values.JWT_SECRET !== undefined || !readOnly || existsSync(secretFile)
  return {
    port: values.PORT,
    host: values.DEMO ? '127.0.0.1' : values.HOST,
    dataDir,
    database: values.DATABASE_URL
      ? { engine: 'mysql', url: values.DATABASE_URL }
      : { engine: 'sqlite', file: join(dataDir, 'shiliu.db') },
    redisUrl: values.REDIS_URL,
    singleNode: values.SINGLE_NODE,
    s3: s3Config(values),
    backupDir: values.BACKUP_DIR ? resolve(values.BACKUP_DIR) : join(dataDir, 'backups'),
    backupS3: backupS3Config(values),
    jwtSecret: hasSecret ? (values.JWT_SECRET ?? secretFromFile(secretFile)) : '',
    trustProxy: trustProxy(values.TRUST_PROXY),
    logLevel: values.LOG_LEVEL,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    timeZone: values.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    accessTokenSeconds: values.ACCESS_TOKEN_HOURS * 3600,
    corsOrigins: values.CORS_ORIGINS,
    workers: values.DATABASE_URL && !values.DEMO ? values.WORKERS : 1,
    slowStatementMs: values.SLOW_STATEMENT_MS,
    otlp: otlpConfig(values),
    metricsToken: values.METRICS_TOKEN,
    cacheBytes: values.CACHE_MB * 1024 * 1024,
    demo: values.DEMO,
    // Visitors of a demo share its accounts and address.
    limitFactor: values.DEMO ? 100 : 1,
    warnings,
    given: new Set(Object.keys(environment.shape).filter((name) => env[name])),
  }
}

/** No address, no secret. */
const FOR_CHILDREN = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'NODE_ENV']

/** The environment of a child process that handles what strangers sent. */
export function childEnvironment(extra: Record<string, string>): Record<string, string | undefined> {
  return { ...Object.fromEntries(FOR_CHILDREN.map((name) => [name, process.env[name]])), ...extra }
}

const OWNER_ONLY = 0o700

/** Whoever reads the token secret in it can pass for anybody. Returns warnings. */
function makeFolder(path: string): string[] {
  try {
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: cannot create ${path}: ${error instanceof Error ? error.message : error}`)
  }
  const mode = statSync(path).mode & 0o777
  if ((mode & ~OWNER_ONLY) === 0 || process.platform === 'win32') return []
  try {
    chmodSync(path, mode & OWNER_ONLY)
    return [`DATA_DIR: others could open ${path}; it is now only its owner's`]
  } catch {
    return [`DATA_DIR: others can open ${path}; make it its owner's alone: chmod 700`]
  }
}

function otlpConfig(values: z.output<typeof environment>): OtlpOptions | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const headers = headersIn(values.OTEL_EXPORTER_OTLP_HEADERS) ?? {}
  return endpoint
    ? { endpoint, headers, service: values.OTEL_SERVICE_NAME, ratio: values.OTEL_TRACES_SAMPLER_ARG }
    : undefined
}

function s3Config(values: z.output<typeof environment>): S3Options | undefined {
  if (!values.S3_BUCKET) return undefined
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  const publicUrl = values.S3_PUBLIC_URL ?? (endpoint && `${endpoint.replace(/\/+$/, '')}/${bucket}`)
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY || !publicUrl) {
    throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, and S3_PUBLIC_URL or S3_ENDPOINT')
  }
  return {
    ...(endpoint && { endpoint }),
    region: values.S3_REGION,
    bucket,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicUrl,
    pathStyle: values.S3_FORCE_PATH_STYLE,
  }
}

/** The account and address of the pictures' storage where none of its own are set, but never its bucket. */
function backupS3Config(values: z.output<typeof environment>): Config['backupS3'] {
  const bucket = values.BACKUP_S3_BUCKET
  if (!bucket) return undefined
  const endpoint = values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID
  const secretAccessKey = values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY
  if (bucket === values.S3_BUCKET && endpoint === values.S3_ENDPOINT)
    throw new ConfigError(
      'BACKUP_S3_BUCKET: anybody can read the pictures in S3_BUCKET, so backups need another bucket',
    )
  if (!accessKeyId || !secretAccessKey)
    throw new ConfigError('BACKUP_S3_BUCKET needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY')
  const region = values.BACKUP_S3_REGION ?? values.S3_REGION
  return {
    ...(endpoint && { endpoint }),
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    pathStyle: values.S3_FORCE_PATH_STYLE,
  }
}

function trustProxy(value: string): false | string {
  return value === '' || value === '0' || value === 'false' ? false : value
}

/** Kept in a file, since a new secret at each restart would sign everybody out. */
function secretFromFile(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  }
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${file}: cannot read: ${(error as Error).message}`)
  }
  if (secret.length < SECRET_LENGTH) {
    throw new ConfigError(
      `${file}: must have at least ${SECRET_LENGTH} characters. Put it back from a backup; deleted, it is made anew.`,
    )
  }
  return secret
}
