/** Finds CSS above the floor. */
import type { Identifier } from '@mdn/browser-compat-data'
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from 'postcss'
import { compatOf, data, lackedBy } from './compat.ts'

const css = data.css as Record<'properties' | 'selectors' | 'at-rules' | 'types', Identifier>

const isPrefixed = (name: string) => name.startsWith('-')

/** `name (the browsers that lack it)`; nothing for what is at the floor or unknown. */
function check(name: string, node: Identifier | undefined): string[] {
  const compat = compatOf(node)
  const lacking = compat ? lackedBy(compat) : []
  return lacking.length > 0 ? [`${name} (${lacking.join(', ')})`] : []
}

const length = css.types.length as Identifier
const UNITS: [RegExp, string, Identifier | undefined][] = [
  [/\d[sdl]v(?:h|w|min|max|i|b)\b/, 'dvh', length.viewport_percentage_units_dynamic],
  [/\dcq(?:w|h|i|b|min|max)\b/, 'cqw', length.container_query_length_units],
]

/** Functions, by their name wherever MDN has them: `color-mix` is below `color`. */
const functions = new Map<string, Identifier>()
function collectFunctions(node: Identifier, depth: number) {
  for (const [name, child] of Object.entries(node) as [string, Identifier][]) {
    if (name === '__compat') continue
    if (/^[a-z-]+$/.test(name) && !functions.has(name)) functions.set(name, child)
    if (depth > 0) collectFunctions(child, depth - 1)
  }
}
collectFunctions(css.types, 1)

function inValue(value: string): string[] {
  const text = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  const units = UNITS.flatMap(([pattern, name, node]) => (pattern.test(text) ? check(name, node) : []))
  const called = Array.from(text.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g), ([, name = '']) => name)
  return [...units, ...called.flatMap((name) => check(`${name}()`, functions.get(name)))]
}

function inDeclaration({ prop, value, parent }: Declaration): string[] {
  if (prop.startsWith('--')) return inValue(value)
  const hasPrefixed = parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`)
  const property = css.properties[prop]
  const own = isPrefixed(prop) || hasPrefixed ? undefined : property
  const keywords = value.split(/[\s,()]+/).filter((word) => /^[a-z][a-z-]*$/.test(word))
  return [...check(prop, own), ...keywords.flatMap((word) => check(`${prop}: ${word}`, own?.[word])), ...inValue(value)]
}

/** An unknown selector drops its whole rule, except within `:is()` and `:where()`, which leave it out. */
function inSelector(selector: string): string[] {
  const strict = selector.replace(/:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
  const names = Array.from(strict.matchAll(/::?([a-z-]+)/g), ([, name = '']) => name)
  return names.filter((name) => !isPrefixed(name)).flatMap((name) => check(`:${name}`, css.selectors[name]))
}

function inAtRule({ name, params }: AtRule): string[] {
  if (isPrefixed(name)) return []
  const rule = css['at-rules'][name]
  if (name !== 'media') return check(`@${name}`, rule)
  const features = Array.from(params.matchAll(/\(\s*([a-z-]+)\s*[:)]/g), ([, feature = '']) => feature)
  return [
    ...(/[<>=]/.test(params) ? check('@media with < or >', rule?.range_syntax) : []),
    ...features.flatMap((feature) => check(`@media (${feature})`, rule?.[feature])),
  ]
}

/** What may be above the floor: it is ignored without harm. */
export type Harmless = {
  properties: readonly string[]
  selectors: readonly RegExp[]
  /** In the rules that a pattern matches, the features that the other one does. */
  within: readonly (readonly [selector: RegExp, feature: RegExp])[]
}

/** CSS above the floor in a style sheet. Within `@supports` everything is allowed, and after a fallback in its rule. */
export function cssAboveFloor(source: string, harmless: Harmless): string[] {
  const found = new Set<string>()
  const isHarmless = (node: ChildNode) => node.type === 'decl' && harmless.properties.includes(node.prop)

  function visitRule(rule: Rule) {
    if (rule.parent?.type === 'rule') found.add(`nested rules: ${rule.selector}`)
    const lost = rule.selectors.filter((selector) => !harmless.selectors.some((pattern) => pattern.test(selector)))
    // A harmless selector may be dropped, but not together with another one.
    const unknown = lost.length > 0 ? rule.selectors.flatMap(inSelector) : []
    if (!rule.nodes.every(isHarmless)) for (const text of unknown) found.add(`${text}: ${rule.selector}`)
    visit(rule)
  }

  function visit(container: Container) {
    const selector = container.type === 'rule' ? (container as Rule).selector : ''
    const isAllowed = (text: string) =>
      harmless.within.some(([where, feature]) => where.test(selector) && feature.test(text))
    const set = new Set<string>()
    for (const node of container.nodes ?? []) {
      if (node.type === 'rule') visitRule(node)
      if (node.type === 'atrule') {
        for (const text of inAtRule(node)) found.add(text)
        if (node.name !== 'supports') visit(node)
      }
      if (node.type === 'decl') {
        // With a variable in it a declaration is not dropped when it is read, and its fallback is lost.
        const hasFallback = set.has(node.prop) && !node.value.includes('var(')
        if (!hasFallback && !isHarmless(node))
          for (const text of inDeclaration(node)) if (!isAllowed(text)) found.add(`${text}: ${node}`)
        set.add(node.prop)
      }
    }
  }

  visit(postcss.parse(source))
  return [...found]
}
