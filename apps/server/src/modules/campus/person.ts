/** What a school's service says of a person, whatever its protocol. */
import { parseBadges } from '@shiliu/contract/provider-rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'
import type { Provider } from './providers.service.ts'

export type Person = {
  /** What the provider calls the account, for good. */
  subject: string
  /** As its owner knows it. */
  account: string
  name: string
  badge: string | null
  idToken?: string
  ticket?: string
}

export type Attributes = Readonly<Record<string, unknown>>

const NAMES = ['name', 'displayName', 'display_name', 'cn', 'nickname', 'userName', 'preferred_username']

/** Its name and badge, by the attributes that the provider's row names. */
export function describePerson(
  provider: Pick<Provider, 'name_attribute' | 'badge_attribute' | 'badges'>,
  attributes: Attributes,
): Pick<Person, 'name' | 'badge'> {
  const named = provider.name_attribute ? [provider.name_attribute] : NAMES
  const name = named.flatMap((attribute) => valuesOf(attributes, attribute)).find(isVisible) ?? ''
  return { name: tidyLine(name), badge: badgeOf(provider, attributes) }
}

/** The word of the first value that has one, in the order of the words; `*` stands for any other. */
function badgeOf({ badge_attribute, badges }: Pick<Provider, 'badge_attribute' | 'badges'>, attributes: Attributes) {
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
