/**
 * Reads small XML answers of other machines. Elements, attributes, text and CDATA only: document types, entities beyond
 * XML's five, comments and instructions are refused, since they are what makes two readers see two documents.
 */

export type XmlElement = {
  /** Without the prefix. */
  name: string
  namespace: string
  /** By name with its prefix. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Directly in it. */
  text: string
}

const MAX_CHARS = 256 * 1024
const MAX_DEPTH = 20
const MAX_ATTRIBUTES = 50

const NAME = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.·-]*'
const QNAME = `(?:(${NAME}):)?(${NAME})`
const BLANK = '[ \\t\\r\\n]'
const EQUALS = `${BLANK}*=${BLANK}*`
const DECLARATION = /^\uFEFF?\s*(?:<\?xml\s[^<>?]*\?>)?\s*/
const PART = new RegExp(
  `<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|</${QNAME}${BLANK}*>|<${QNAME}((?:${BLANK}+(?:${NAME}:)?${NAME}${EQUALS}(?:"[^"<]*"|'[^'<]*'))*)${BLANK}*(/?)>|([^<]+)`,
  'uy',
)
const ATTRIBUTE = new RegExp(`((?:${NAME}:)?${NAME})${EQUALS}(?:"([^"]*)"|'([^']*)')`, 'gu')
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** By prefix, of an element and those around it; shared by the elements that add none, so that none is copied. */
type Namespaces = { own: ReadonlyMap<string, string>; outer: Namespaces | undefined }
type Open = XmlElement & { tag: string; namespaces: Namespaces | undefined }

/** The root element. Throws an Error for anything else. */
export function parseStrictXml(source: string): XmlElement {
  if (source.length > MAX_CHARS) throw new Error('XML: too long')
  const open: Open[] = []
  let root: XmlElement | undefined
  let at = DECLARATION.exec(source)?.[0].length ?? 0
  while (at < source.length) {
    PART.lastIndex = at
    const found = PART.exec(source)
    if (!found) throw new Error(`XML: unexpected text at ${at}`)
    const [whole, cdata, closePrefix, closeName, prefix, name, attributes = '', empty, text] = found
    at += whole.length
    const current = open.at(-1)
    if (name !== undefined) {
      if (open.length >= MAX_DEPTH) throw new Error('XML: too deep')
      if (!current && root) throw new Error('XML: two roots')
      const element = elementOf(prefix ?? '', name, attributes, current)
      if (current) current.children.push(element)
      else root = element
      if (!empty) open.push(element)
    } else if (closeName !== undefined) {
      if (current?.tag !== tagOf(closePrefix ?? '', closeName)) throw new Error(`XML: </${closeName}> closes nothing`)
      open.pop()
    } else if (current) current.text += cdata ?? decode(text ?? '')
    else if (cdata !== undefined || (text ?? '').trim() !== '') throw new Error('XML: text outside of the root')
  }
  if (!root || open.length > 0) throw new Error('XML: ends early')
  return root
}

const tagOf = (prefix: string, name: string) => (prefix ? `${prefix}:${name}` : name)

function elementOf(prefix: string, name: string, attributes: string, parent: Open | undefined): Open {
  const own = new Map<string, string>()
  const values = new Map<string, string>()
  for (const [, key = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? '')
    if (values.has(key)) throw new Error(`XML: two of ${key}`)
    if (values.size >= MAX_ATTRIBUTES) throw new Error('XML: too many attributes')
    values.set(key, value)
    if (key === 'xmlns') own.set('', value)
    else if (key.startsWith('xmlns:')) own.set(key.slice('xmlns:'.length), value)
  }
  const outer = parent?.namespaces
  const namespaces = own.size > 0 ? { own, outer } : outer
  const namespace = namespaceOf(prefix, namespaces)
  if (prefix && namespace === undefined) throw new Error(`XML: unknown prefix ${prefix}`)
  return {
    tag: tagOf(prefix, name),
    name,
    namespace: namespace ?? '',
    attributes: values,
    children: [],
    text: '',
    namespaces,
  }
}

/** The innermost that declares the prefix; no deeper than elements may be. */
function namespaceOf(prefix: string, all: Namespaces | undefined): string | undefined {
  for (let at = all; at; at = at.outer) {
    const found = at.own.get(prefix)
    if (found !== undefined) return found
  }
  return undefined
}

function decode(text: string): string {
  return text.replace(/&([^;&]*);?/g, (whole, body: string) => {
    const named = Object.hasOwn(ENTITIES, body) ? ENTITIES[body] : undefined
    if (whole.endsWith(';') && named !== undefined) return named
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(body) ?? []
    const code = Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)
    if (!whole.endsWith(';') || !(code > 0 && code <= 0x10_ff_ff)) throw new Error(`XML: unknown entity ${whole}`)
    return String.fromCodePoint(code)
  })
}
