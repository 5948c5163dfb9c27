import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn, QueryIn } from '@shiliu/contract/endpoint'
import { sessionEndedError, toApiError } from './error.ts'
import { takeInitialData } from './initial-data.ts'
import { freshSession, renew } from './renew.ts'
import { type ApiRequest, type ApiResponse, addressOf, send } from './send.ts'
import { endSession, type Realm, sessions } from './session.ts'

// In an address, a number may be passed where the schema parses digits.
type Loose<T> = unknown extends T ? string | number : T | (string extends T ? number : never)
type OptionalKey<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type Fields<T> = { [K in Exclude<keyof T, OptionalKey<T>>]: Loose<T[K]> } & {
  [K in OptionalKey<T>]?: Loose<T[K]> | null
}

/** Absent where the endpoint has no such schema, required where the schema has a required field. */
type Part<Name extends string, T, Shape> = unknown extends T
  ? { [K in Name]?: object }
  : T extends undefined
    ? { [K in Name]?: undefined }
    : Record<never, never> extends Shape
      ? { [K in Name]?: Shape }
      : { [K in Name]: Shape }

type CallOptions<E extends AnyEndpoint> = Part<'params', ParamsIn<E>, Fields<ParamsIn<E>>> &
  Part<'query', QueryIn<E>, Fields<QueryIn<E>>> &
  Part<'body', BodyIn<E>, BodyIn<E>> & {
    signal?: AbortSignal
    keepalive?: boolean
    as?: Realm
    headers?: Record<string, string>
  }

type Rest<T> = Record<never, never> extends T ? [options?: T] : [options: T]

export function realmOf(endpoint: Pick<AnyEndpoint, 'role'>, as?: Realm): Realm {
  return as ?? (endpoint.role === 'admin' ? 'admin' : 'user')
}

/** Sends with the session's token; a 401 renews it once and sends again if the same user is still signed in. */
export async function withSession(
  realm: Realm,
  sendWith: (token: string | null) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const userId = sessions[realm].get()?.info.id
  const session = await freshSession(realm)
  if (session && session.info.id !== userId) throw sessionEndedError()
  const first = await sendWith(session?.token ?? null)
  if (first.status !== 401 || !session) return first
  const renewed = await renew(realm, session.token)
  if (!renewed || renewed.info.id !== userId) throw sessionEndedError()
  const second = await sendWith(renewed.token)
  if (second.status === 401 && endSession(realm, renewed.token)) throw sessionEndedError()
  return second
}

export function dataOf({ ok, status, body, retryAfter }: ApiResponse): unknown {
  if (!ok || !body) throw toApiError(status, body, retryAfter)
  return body.data
}

type WriteEnd = (refusedWith: string | undefined) => void
const writeEnds = new Set<WriteEnd>()

/** Tells of each write of a user that was answered, with the error's code; returns what ends it. */
export function onUserWrite(listener: WriteEnd): () => void {
  writeEnds.add(listener)
  return () => void writeEnds.delete(listener)
}

/** Calls an endpoint of the contract and returns `data`. Throws ApiError, or the signal's reason when aborted. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[options]: Rest<CallOptions<E>>
): Promise<OutputOf<E>> {
  const { as, ...parts }: { as?: Realm } & Omit<ApiRequest, 'method' | 'path'> = options ?? {}
  const request = { method: endpoint.method, path: endpoint.path, ...parts }
  const response = await withSession(realmOf(endpoint, as), async (token) => {
    const data = token === null && endpoint.method === 'GET' ? takeInitialData(addressOf(request)) : undefined
    return data === undefined ? send(request, token) : { ok: true, status: 200, body: { data } }
  })
  if (endpoint.role === 'user' && endpoint.method !== 'GET') {
    for (const listener of writeEnds) listener(response.ok ? undefined : response.body?.error)
  }
  // The server checks every response against the same schema before sending it.
  return dataOf(response) as OutputOf<E>
}
