/** The document's operations as the page shows them: in sections, each endpoint with all that is told of it. */
import type { ApiDocument, Operation, Parameter, Schema } from './document.ts'

export type Access = 'open' | 'user' | 'admin' | 'either'

type Body = { media: string; schema: Schema }
export type Failure = { status: string; examples: readonly { error: string; message: string }[] }

export type Endpoint = {
  /** Unique, and the hash of its address. */
  id: string
  method: string
  /** Whole, from the site's root. */
  path: string
  title: string
  description: string
  section: string
  access: Access
  parameters: readonly Parameter[]
  body: Body | null
  answer: Body | null
  failures: readonly Failure[]
}

export type Section = { name: string; endpoints: readonly Endpoint[] }

/** Sections in the order of the document's tags, endpoints in that of its paths; empty sections are left out. */
export function sectionsOf(document: ApiDocument): Section[] {
  const base = document.servers[0]?.url ?? ''
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => endpointOf(method, base + path, operation)),
  )
  return document.tags
    .map(({ name }) => ({ name, endpoints: endpoints.filter(({ section }) => section === name) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

function endpointOf(method: string, path: string, operation: Operation): Endpoint {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation
  const success = responses['200']
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    title: summary,
    description: description ?? explanation(success?.description),
    section: tags[0] ?? '',
    access: accessOf(operation),
    parameters,
    body: bodyOf(requestBody?.content),
    answer: bodyOf(success?.content),
    failures: Object.entries(responses).flatMap(([status, { content }]) =>
      status === '200' ? [] : [{ status, examples: examplesOf(content) }],
    ),
  }
}

/** Where an answer is something special its description is a sentence; else it is the words of `message`. */
function explanation(words = ''): string {
  return /[，；。]/.test(words) ? words : ''
}

function accessOf({ security }: Operation): Access {
  const schemes = security.flatMap((one) => Object.keys(one))
  if (security.some((one) => Object.keys(one).length === 0) || schemes.length === 0) return 'open'
  if (schemes.includes('user')) return schemes.includes('admin') ? 'either' : 'user'
  return 'admin'
}

type Content = NonNullable<Operation['requestBody']>['content']

function bodyOf(content: Content | undefined): Body | null {
  const [media, entry] = Object.entries(content ?? {})[0] ?? []
  return media && entry?.schema ? { media, schema: entry.schema } : null
}

function examplesOf(content: Content | undefined): Failure['examples'] {
  const examples = Object.values(content ?? {}).flatMap((entry) => Object.entries(entry.examples ?? {}))
  return examples.map(([error, { value }]) => {
    const message = typeof value === 'object' && value !== null && 'message' in value ? String(value.message) : ''
    return { error, message }
  })
}
