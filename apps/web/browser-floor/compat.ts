/** Which browsers lack a feature, from MDN's browser-compat-data. */
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { FLOOR } from './floor.ts'

// Not imported: Vite would bundle it into its configuration.
export const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

const numbers = (version: string) => version.replace('≤', '').split('.').map(Number)

function isAtMost(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = numbers(version)
  const [floorMajor = 0, floorMinor = 0] = numbers(floor)
  return major === floorMajor ? minor <= floorMinor : major < floorMajor
}

/** True where the browser has it at the floor without a flag, prefix or another name, else the version that has it. */
function support(statement: SupportStatement | undefined, floor: string): true | string | null {
  const entries = [statement ?? []]
    .flat()
    .filter(({ flags, prefix, alternative_name: alias }) => !flags && !prefix && !alias)
  const added = entries.flatMap(({ version_added: version, version_removed: removed }) => {
    if (typeof version !== 'string' || version === 'preview') return []
    const since = isAtMost(version, floor)
    return since && typeof removed === 'string' && isAtMost(removed, floor) ? [] : [since || version]
  })
  return added.find((found) => found === true) ?? added[0] ?? null
}

/** The browsers that lack a feature at the floor, each with the version that has it; empty if none does. */
export function lackedBy({ support: statements }: CompatStatement): string[] {
  return Object.entries(FLOOR).flatMap(([label, { version, desktop, phone }]) => {
    const found = support(statements[desktop], version)
    const onPhones = support(statements[phone], version)
    // What has no place on a phone, or on a desktop, is not missed there.
    if (found === true && (onPhones === true || onPhones === null)) return []
    if (found === null && onPhones === true) return []
    const lacking = found === true ? onPhones : (found ?? onPhones)
    return `${label} ${lacking ?? 'none'}`
  })
}

export const compatOf = (node: Identifier | undefined): CompatStatement | undefined => node?.__compat

/** `isStatic` for members of the class itself, which are called by its name. */
export type Feature = { owner: string; name: string; isStatic: boolean; lackedBy: string[] }

/** Calls `visit` with what `node` contains, without what describes it. */
export function children(node: Identifier | undefined): [string, Identifier][] {
  return Object.entries(node ?? {}).filter(([key]) => key !== '__compat') as [string, Identifier][]
}

type Index = Map<string, Feature[]>

function add(index: Index, key: string, owner: string, node: Identifier, isStatic = false) {
  const compat = compatOf(node)
  if (!compat) return
  const known = index.get(key) ?? []
  index.set(key, [...known, { owner, name: `${owner}.${key}`, isStatic, lackedBy: lackedBy(compat) }])
}

/** Classes of the language whose members are all, or mostly, called on instances. */
const isInstance = (name: string) => !/^(Object|Math|JSON|Reflect|Atomics|Proxy|Intl|Symbol)$/.test(name)
/** The functions of the other classes themselves. MDN's data does not tell them from those of instances. */
const STATIC =
  /^(Array\.(from|fromAsync|isArray|of)|Promise\.(all|allSettled|any|race|reject|resolve|try|withResolvers)|(Map|Object)\.groupBy|String\.(fromCharCode|fromCodePoint|raw)|Number\.(is\w+|parse\w+|[A-Z_]+)|RegExp\.escape|Error\.(isError|captureStackTrace)|Iterator\.(from|concat|zip\w*)|Uint8Array\.from(Hex|Base64)|Date\.(now|parse|UTC)|BigInt\.as\w+|ArrayBuffer\.isView)$/

export type Indexes = {
  /** Classes and functions of the global object. */
  globals: Index
  /** Members by name, with the class that each belongs to. */
  members: Index
  /** Events by name. */
  events: Index
  /** Fields of the options that a function or constructor takes, as `observe.rootMargin`. */
  options: Index
}

/** The interfaces of DOM and language by what code calls them. */
export function indexApis(): Indexes {
  const indexes: Indexes = { globals: new Map(), members: new Map(), events: new Map(), options: new Map() }
  const { globals, members, events, options } = indexes

  function addMember(owner: string, key: string, node: Identifier) {
    if (key.endsWith('_event')) {
      add(events, key.slice(0, -'_event'.length), owner, node)
      return
    }
    const name = key.replace(/_static$/, '')
    if (!/^[\w$]+$/.test(name)) return
    add(members, name, owner, node, key !== name || !isInstance(owner) || STATIC.test(`${owner}.${name}`))
    if (owner === 'Window') add(globals, name, owner, node)
    for (const [part, option] of children(node)) {
      const field = /^(?:options_)?(\w+?)_(?:parameter|option)$/.exec(part)?.[1]
      if (field) add(options, `${name}.${field}`, owner, option)
    }
  }

  function addClass(name: string, node: Identifier) {
    add(globals, name, 'globalThis', node)
    for (const [key, member] of children(node)) addMember(name, key, member)
  }

  for (const [name, node] of children(data.api as Identifier)) {
    // The properties of CSS under other names.
    if (!name.endsWith('Descriptors')) addClass(name, node)
  }
  const { builtins } = data.javascript as { builtins?: Identifier }
  for (const [name, node] of children(builtins)) addClass(name, node)
  for (const [name, node] of children(builtins?.Intl as Identifier)) {
    for (const [key, member] of children(node)) addMember(name, key, member)
  }
  return indexes
}
