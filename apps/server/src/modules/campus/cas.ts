/** CAS 3: the login page gives a ticket, which `/p3/serviceValidate` exchanges once for the person with attributes. */
import type { Ctx } from '#deps.ts'
import { parseStrictXml, type XmlElement } from '#platform/strict-xml.ts'
import { describePerson, type Person } from './person.ts'
import { askProvider, ProviderError } from './provider-calls.ts'
import { type Provider, returnUrl } from './providers.service.ts'

const NAMESPACE = 'http://www.yale.edu/tp/cas'
const TICKET_MAX = 300

/** The service that a ticket is for: with the state, so that a ticket of another sign-in is refused by the CAS, too. */
const serviceOf = (ctx: Pick<Ctx, 'config'>, provider: Provider, state: string) =>
  `${returnUrl(ctx, provider.id)}?state=${state}`

const urlOf = ({ address }: Provider, path: string, query: Record<string, string>) =>
  `${address}/${path}?${new URLSearchParams(query)}`

/** Where the browser goes to sign in. */
export const casSignInUrl = (ctx: Ctx, provider: Provider, state: string): string =>
  urlOf(provider, 'login', { service: serviceOf(ctx, provider, state) })

/** Where the browser goes to sign out there, too. */
export const casSignOutUrl = (ctx: Ctx, provider: Provider): string =>
  urlOf(provider, 'logout', { service: `${ctx.config.publicUrl}/` })

/** Who came back with this ticket. Throws `ProviderError`. */
export async function casPerson(ctx: Ctx, provider: Provider, state: string, ticket: string): Promise<Person> {
  if (ticket === '' || ticket.length > TICKET_MAX) throw new ProviderError(false, '没有票据')
  const answer = await validateTicket(ctx, provider, state, ticket)
  if ('code' in answer) throw new ProviderError(false, `CAS 不认票据（${answer.code}）`)
  const { user, attributes } = answer
  return { ...describePerson(ctx, provider, user, { user, ...attributes }), ticket }
}

type Validated = { user: string; attributes: Record<string, string[]> } | { code: string }

/** What the CAS says of a ticket. Throws `ProviderError`. */
export async function validateTicket(
  ctx: Pick<Ctx, 'config'>,
  provider: Provider,
  state: string,
  ticket: string,
): Promise<Validated> {
  const query = { service: serviceOf(ctx, provider, state), ticket }
  const response = await askProvider(urlOf(provider, 'p3/serviceValidate', query))
  if (response.status !== 200) {
    throw new ProviderError(
      true,
      `CAS 的 /p3/serviceValidate 回答了 HTTP ${response.status}，请核对地址，以及它是不是 CAS 3`,
    )
  }
  try {
    return readAnswer(await response.text())
  } catch (error) {
    throw new ProviderError(true, 'CAS 的 /p3/serviceValidate 回答的不是 CAS 3 的 XML', error)
  }
}

/** Throws an Error for what is no answer of a CAS. */
export function readAnswer(source: string): Validated {
  const root = parseStrictXml(source)
  const [answer, ...others] = root.children
  if (root.name !== 'serviceResponse' || !answer || others.length > 0) throw new Error('CAS: no answer')
  for (const { namespace } of [root, answer]) if (namespace !== NAMESPACE) throw new Error('CAS: another namespace')
  if (answer.name === 'authenticationFailure') return { code: (answer.attributes.get('code') ?? '').slice(0, 100) }
  if (answer.name !== 'authenticationSuccess') throw new Error('CAS: another answer')
  const named = only(answer, 'user')
  const user = named?.children.length === 0 && named.text.trim()
  if (!user) throw new Error('CAS: no user')
  const attributes: Record<string, string[]> = {}
  for (const { name, text } of only(answer, 'attributes')?.children ?? []) {
    attributes[name] = [...(Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : []), text.trim()]
  }
  return { user, attributes }
}

/** Throws where there are two: readers would differ about which counts. */
function only({ children }: XmlElement, name: string): XmlElement | undefined {
  const [found, second] = children.filter((child) => child.name === name && child.namespace === NAMESPACE)
  if (second) throw new Error(`CAS: two of ${name}`)
  return found
}

/** The ticket of a session that the CAS says has ended; null for any other text. */
export function ticketOfLogout(source: string): string | null {
  try {
    const root = parseStrictXml(source)
    const indexes = root.children.filter(({ name }) => name === 'SessionIndex')
    return root.name === 'LogoutRequest' && indexes.length === 1 ? (indexes[0]?.text.trim() ?? null) : null
  } catch {
    return null
  }
}
