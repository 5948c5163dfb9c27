/** The OpenAPI 3.1 document, generated from the endpoints of the contract (docs/decisions/008-openapi.md). */
import type { AnyEndpoint, Role } from '@shiliu/contract/endpoint'
import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import { API_PREFIX, API_VERSION, API_VERSION_DATE, IDEMPOTENCY, UPLOAD } from '@shiliu/contract/limits'
import { DEFAULT_PICTURE_RULES } from '@shiliu/contract/pictures'
import { z } from 'zod'
import { takeTurns } from '../loop-turn.ts'
import { type JsonSchema, type SchemaRegistry, schemaRegistry } from './openapi-schemas.ts'
import type { ServedEndpoint } from './route.ts'

const ABOUT = `小石榴的接口，前端与它用的是同一份定义。

- 成功时 HTTP 状态为 200，内容是 \`{code, message, data}\`；没有可返回的内容时没有 \`data\`。
- 失败时 HTTP 状态等于 \`code\`，\`message\` 是可以直接给人看的中文，\`error\` 是固定的代号，\`field\` 是出错的字段。
- 时间一律是 UTC 的 ISO-8601 文本。列表用 \`page\` 和 \`limit\` 分页。
- 能 GET 的地址也能 HEAD。只有看不见的字符（零宽、方向标记、变体选择符、各种空白等）的文字算作空。
- 太频繁时回答 429，\`Retry-After\` 是几秒之后可以再试。`

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description })

const ERROR: JsonSchema = {
  type: 'object',
  description: '失败的回答',
  required: ['code', 'message', 'error'],
  properties: {
    code: { type: 'integer', description: '与 HTTP 状态相同' },
    message: { type: 'string', description: '给人看的一句话' },
    error: { type: 'string', enum: Object.keys(ERRORS), description: '固定的代号' },
    field: { type: 'string', description: '出错的字段' },
    ticket: { type: 'string', description: 'account_deleted 时，用来取回账号的凭证' },
  },
}

/** In turns, since all of it is a hundred milliseconds of work. */
export async function openApiDocument(served: readonly ServedEndpoint[]) {
  const registry = schemaRegistry()
  const paths: Record<string, Record<string, object>> = {}
  for (const { endpoint, limited } of served) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    await takeTurns()
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, limited, registry) }
  }
  return {
    openapi: '3.1.1',
    info: { title: '小石榴 API', version: API_VERSION, 'x-updated': API_VERSION_DATE, description: ABOUT },
    servers: [{ url: API_PREFIX }],
    tags: [...new Set(served.map(({ endpoint }) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...registry.named, Error: ERROR },
      securitySchemes: { user: bearer('用户的访问令牌'), admin: bearer('管理员的访问令牌') },
    },
  }
}

function operation(endpoint: AnyEndpoint, limited: boolean, registry: SchemaRegistry) {
  const parameters = [
    ...(endpoint.params ? parametersOf(registry.schemaOf(endpoint.params, 'input'), 'path') : []),
    ...(endpoint.query ? parametersOf(registry.schemaOf(endpoint.query, 'input'), 'query') : []),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
  ]
  const requestBody = bodyOf(endpoint, registry)
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    operationId: operationId(endpoint),
    // A session is optional for guests' endpoints and changes what they return.
    security: SECURITY[endpoint.role],
    ...(endpoint.adminRole && { 'x-admin-role': endpoint.adminRole }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { 200: success(endpoint, registry), ...failures(errorCodes(endpoint, limited)) },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '没收到回答时，用同一个值把同样的内容再发一次，不会重复创建，得到的是第一次的回答。每个账号的值保存一天，建议用 UUID',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY.keyMax },
}

const SECURITY: Record<Role, Record<string, string[]>[]> = {
  guest: [{}, { user: [] }],
  user: [{ user: [] }],
  admin: [{ admin: [] }],
  'signed-in': [{ user: [] }, { admin: [] }],
}

/** `GET /users/:id/posts` → `getUsersByIdPosts`. */
function operationId({ method, path }: AnyEndpoint): string {
  const words = path.replace(/:/g, 'by-').split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function parametersOf(json: JsonSchema, where: 'path' | 'query') {
  const required = new Set(json.required as string[] | undefined)
  const properties = Object.entries((json.properties ?? {}) as Record<string, JsonSchema>)
  return properties.map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    ...(description !== undefined && { description }),
    schema,
  }))
}

function bodyOf({ body, multipart }: AnyEndpoint, registry: SchemaRegistry) {
  if (body) return { required: true, content: { 'application/json': { schema: registry.schemaOf(body, 'input') } } }
  if (!multipart) return undefined
  const description = `图片，默认不超过 ${DEFAULT_PICTURE_RULES.megabytes}MB，网站设置可以改`
  const file = { type: 'string', format: 'binary', description }
  const files = { type: 'array', items: file, minItems: 1, maxItems: UPLOAD.filesMax }
  const properties = { [multipart.field]: multipart.many ? files : file }
  const schema = { type: 'object', required: [multipart.field], properties }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function success({ output, raw, stream, csv, zip, message = '成功' }: AnyEndpoint, registry: SchemaRegistry) {
  const data = output && registry.schemaOf(output, 'output')
  if (csv) {
    const description = '文件，UTF-8 带 BOM；X-Total-Count 是行数'
    return { description, content: { 'text/csv': { schema: { type: 'string' } } } }
  }
  if (zip) {
    const description = 'ZIP 文件'
    return { description, content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } }
  }
  if (stream) {
    const description =
      '连接保持打开：先发送一次当前的值，之后每次变化发送一个事件，事件的 `data` 是下面的 JSON；会话结束时断开'
    return { description, content: { 'text/event-stream': { schema: data } } }
  }
  const envelope = {
    type: 'object',
    required: ['code', 'message', ...(data ? ['data'] : [])],
    properties: {
      code: { const: 200, description: '与 HTTP 状态相同' },
      message: { type: 'string', description: '给人看的一句话', examples: [message] },
      ...(data && { data }),
    },
  }
  return { description: message, content: { 'application/json': { schema: raw && data ? data : envelope } } }
}

export function errorCodes(endpoint: AnyEndpoint, limited: boolean): ErrorCode[] {
  const { method, role, params, body, multipart } = endpoint
  const when = (applies: unknown, ...codes: ErrorCode[]) => (applies ? codes : [])
  return [
    ...when(body || multipart, 'bad_request'),
    ...when(body || rejectsSomeQueries(endpoint), 'invalid_input'),
    ...when(role !== 'guest', 'unauthorized', 'session_ended', 'forbidden'),
    ...when((role === 'admin' || role === 'signed-in') && !endpoint.withoutSecondFactor, 'second_factor_due'),
    ...when(params, 'not_found'),
    ...when(body || multipart, 'payload_too_large', 'unsupported_media_type'),
    // A write may refer to a row that is deleted meanwhile.
    ...when(role !== 'guest' && method !== 'GET', 'conflict'),
    ...when(endpoint.idempotent, 'idempotency_key_invalid', 'request_running', 'idempotency_key_reused'),
    ...when(limited, 'too_many_requests'),
    ...(endpoint.errors ?? []),
    'internal',
    'unavailable',
  ]
}

/** Most queries accept anything; this tests one with every field wrong. */
function rejectsSomeQueries({ query }: AnyEndpoint): boolean {
  if (!(query instanceof z.ZodObject)) return query !== undefined
  return !query.safeParse(Object.fromEntries(Object.keys(query.shape).map((name) => [name, []]))).success
}

function failures(codes: ErrorCode[]): Record<string, object> {
  const distinct = [...new Set(codes)]
  const statusOf = (code: ErrorCode) => ERRORS[code][0]
  return Object.fromEntries(
    distinct.map(statusOf).map((status) => {
      const same = distinct.filter((code) => statusOf(code) === status)
      return [status, failure(status, same)]
    }),
  )
}

/** `message` says it in words. */
const RETRY_AFTER = { description: '多少秒之后可以再试', schema: { type: 'integer', minimum: 1 } }
const WAITING = new Set<number>([ERRORS.too_many_requests[0], ERRORS.unavailable[0]])

function failure(status: number, codes: ErrorCode[]) {
  const examples = Object.fromEntries(
    codes.map((error) => [error, { value: { code: status, message: ERRORS[error][1], error } }]),
  )
  return {
    description: codes.map((code) => ERRORS[code][1]).join('；'),
    ...(WAITING.has(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  }
}
