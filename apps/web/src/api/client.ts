/** `call()`: the contract's endpoints as typed functions. */
import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn, QueryIn } from '@shiliu/contract/endpoint'
import { type Envelope, sessionEndedError, toApiError } from './error.ts'
import { takeFirstAnswer } from './first-screen.ts'
import { freshSession, renew } from './renew.ts'
import { type Answer, addressOf, type Message, send } from './send.ts'
import { endSession, type Realm, sessions } from './session.ts'

// Addresses are text, so a number may stand where the schema reads digits.
type Loose<T> = unknown extends T ? string | number : T | (string extends T ? number : never)
type OptionalKey<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type Fields<T> = { [K in Exclude<keyof T, OptionalKey<T>>]: Loose<T[K]> } & {
  [K in OptionalKey<T>]?: Loose<T[K]> | null
}

/** Absent where the schema is, required where it has a required field. */
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
    /** Whose session to use; by default the administrator's for admin endpoints, else the user's. */
    as?: Realm
  }

type Rest<T> = Record<never, never> extends T ? [options?: T] : [options: T]

export function realmOf(endpoint: Pick<AnyEndpoint, 'role'>, as?: Realm): Realm {
  return as ?? (endpoint.role === 'admin' ? 'admin' : 'user')
}

/** Asks with the session's token; a 401 renews it once and asks again, if the same person is still signed in. */
export async function withSession(realm: Realm, ask: (token: string | null) => Promise<Answer>): Promise<Answer> {
  const person = sessions[realm].get()?.info.id
  const session = await freshSession(realm)
  if (session && session.info.id !== person) throw sessionEndedError()
  const first = await ask(session?.token ?? null)
  if (first.status !== 401 || !session) return first
  const renewed = await renew(realm, session.token)
  if (!renewed || renewed.info.id !== person) throw sessionEndedError()
  const second = await ask(renewed.token)
  if (second.status === 401 && endSession(realm, renewed.token)) throw sessionEndedError()
  return second
}

export function dataOf(answer: { ok: boolean; status: number; body: Envelope | null }): unknown {
  if (!answer.ok || !answer.body) throw toApiError(answer.status, answer.body)
  return answer.body.data
}

/** `data` of the answer. Throws ApiError; a call given up through its signal throws the signal's reason. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[options]: Rest<CallOptions<E>>
): Promise<OutputOf<E>> {
  const { as, ...parts }: { as?: Realm } & Omit<Message, 'method' | 'path'> = options ?? {}
  const message = { method: endpoint.method, path: endpoint.path, ...parts }
  const answer = await withSession(realmOf(endpoint, as), async (token) => {
    const first = token === null && endpoint.method === 'GET' ? takeFirstAnswer(addressOf(message)) : undefined
    return first === undefined ? send(message, token) : { ok: true, status: 200, body: { data: first } }
  })
  // The server checks every answer against the same schema before sending it.
  return dataOf(answer) as OutputOf<E>
}
