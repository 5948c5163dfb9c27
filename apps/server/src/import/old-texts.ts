/**
 * Texts of the old database as ours are stored: mention links become mentions, all other HTML goes
 * (docs/api.md#content-markup).
 */
import { cleanTokens, plainText, type Token } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'

/** A link with a public id, and what it shows. No part of it goes beyond the next tag, so that the time is linear. */
const MENTION_LINK =
  /<a\b(?=[^<>]*\bdata-user-id)([^<>]*)>(?:\s*<[^<>/]*>)?([^<]*)(?:<\/(?:span|b|i|em|strong)\s*>)?\s*(?:<\/a\s*>)?/gi
const PUBLIC_ID = /\bdata-user-id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
/** Written by clients themselves; ids of the old site may be longer than ours. */
const MENTION = /\[@([^[\]:<>\n]{1,100}):([^[\]:<>\s]{1,50})\]/g
const ENTITY = /&(?:amp|lt|gt|quot|nbsp|#\d{1,7});/gi
/** What cleaning keeps, in whatever form it was. */
const KEPT = /<br\b[^<>]*>|<img\b[^<>]*>/gi

const NICKNAME_MAX = 40

/** The public id as it is now; undefined where it is the same. */
export type Renamed = ReadonlyMap<string, string>

/** Public ids that a text mentions, as the old site wrote them. */
export function mentionedOldIds(source: string): string[] {
  const links = Array.from(source.matchAll(MENTION_LINK), ([, attributes = '']) => publicIdIn(attributes))
  const written = Array.from(source.matchAll(MENTION), ([, , id = '']) => id)
  return [...links, ...written].filter((id) => id !== '')
}

function publicIdIn(attributes: string): string {
  const [, double, single, bare] = PUBLIC_ID.exec(attributes) ?? []
  return (double ?? single ?? bare ?? '').trim()
}

function mention(shown: string, id: string, renamed: Renamed): string {
  const name = shown
    .replace(ENTITY, ' ')
    .replace(/^\s*@/, '')
    .replace(/[[\]:<>\n]/g, '')
    .trim()
  const userId = renamed.get(id) ?? id
  // A mention needs an id of our form; one that nobody can have is text.
  if (!/^\w{1,15}$/.test(userId)) return `@${name || id}`
  return `[@${[...(name || userId)].slice(0, NICKNAME_MAX).join('')}:${userId}]`
}

type CleanText = {
  tokens: Token[]
  /** Characters that are seen. */
  length: number
  /** Whether there was HTML besides mentions, line breaks and pictures. */
  hadMarkup: boolean
  /** Whether there were pictures. */
  hadPictures: boolean
}

/** Cleaned as input is. `images` keeps pictures, as comments have them. */
export function cleanOldText(source: string, renamed: Renamed, { images }: { images: boolean }): CleanText {
  const withMentions = source
    .replace(MENTION_LINK, (_, attributes: string, shown: string) => mention(shown, publicIdIn(attributes), renamed))
    .replace(MENTION, (_, shown: string, id: string) => mention(shown, id, renamed))
  const tokens = cleanTokens(withMentions, { images })
  return {
    tokens,
    length: length(plainText(tokens)),
    hadMarkup: /<[a-z/!]/i.test(withMentions.replace(KEPT, '')),
    hadPictures: /<img\b/i.test(withMentions),
  }
}
