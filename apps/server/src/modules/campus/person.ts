/** What a provider says of a person, whatever its protocol. */
import { parseBadges } from '@shiliu/contract/provider-rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { ProviderError } from './provider-calls.ts'
import type { Provider } from './providers.service.ts'

export type Person = {
  /** What the provider calls the account, for good. */
  subject: string
  /** As its owner knows it. */
  account: string
  /** Without personal numbers; may be empty. */
  name: string
  badge: string | null
  idToken?: string
  /** What the provider calls the session. */
  sid?: string
  ticket?: string
}

export type Attributes = Readonly<Record<string, unknown>>

const NAMES = ['name', 'displayName', 'display_name', 'cn', 'nickname', 'userName', 'preferred_username']

/** OpenID Connect allows no longer ones. */
const SUBJECT_MAX = 255
const TEXT_MAX = 200
const LOGGED_MAX = 50

/** Numbers of students and phones, which are nobody else's business. */
export const isPersonalNumber = (text: string): boolean => /\p{Nd}{5}/u.test(text)

const short = (text: string) => [...tidyLine(text)].slice(0, TEXT_MAX).join('')

/**
 * Its name and badge, by the attributes that the provider's row names; `accounts` is what may be shown to its owner
 * instead of the subject. Throws `ProviderError`.
 */
export function describePerson(
  ctx: Pick<Ctx, 'log'>,
  provider: Provider,
  subject: string,
  attributes: Attributes,
  accounts: readonly string[] = [],
): Pick<Person, 'subject' | 'account' | 'name' | 'badge'> {
  if (subject.length > SUBJECT_MAX) throw new ProviderError(false, `校方给的编号超过 ${SUBJECT_MAX} 个字`)
  const [account = subject] = accounts.flatMap((attribute) => valuesOf(attributes, attribute)).filter(isVisible)
  const named = provider.name_attribute ? [provider.name_attribute] : NAMES
  const names = named.flatMap((attribute) => valuesOf(attributes, attribute))
  const name = names.find((text) => isVisible(text) && !isPersonalNumber(text)) ?? ''
  const badge = badgeOf(provider, attributes)
  if (provider.badge_attribute && badge === null) logAttributes(ctx, provider, attributes)
  return { subject, account: short(account), name: short(name), badge }
}

/** For whoever writes the words of badges and does not know what the school says; of the other attributes no values. */
function logAttributes({ log }: Pick<Ctx, 'log'>, { id, name, badge_attribute }: Provider, attributes: Attributes) {
  const some = (texts: string[]) => texts.slice(0, LOGGED_MAX).map((text) => text.slice(0, LOGGED_MAX))
  const values = some(valuesOf(attributes, badge_attribute))
  const names = some(Object.keys(attributes))
  log.info(
    { provider: id, name, attribute: badge_attribute, values, attributes: names },
    'campus sign-in without a badge',
  )
}

/** The word of the first value that has one, in the order of the words; `*` stands for any other. */
function badgeOf({ badge_attribute, badges }: Provider, attributes: Attributes): string | null {
  const words = parseBadges(badges) ?? new Map<string, string>()
  const values = new Set(badge_attribute ? valuesOf(attributes, badge_attribute) : [])
  for (const [value, word] of words) if (values.has(value)) return word
  return words.get('*') ?? null
}

/** An attribute, or one within others by dots (`realm_access.roles`). */
function valuesOf(attributes: Attributes, path: string): string[] {
  let value: unknown = own(attributes, path)
  if (value === undefined) {
    value = path.split('.').reduce<unknown>((within, name) => own(within, name), attributes)
  }
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one).trim()] : []))
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
