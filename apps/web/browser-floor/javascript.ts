/** Finds syntax and interfaces above the floor in JavaScript. */
import type { Identifier } from '@mdn/browser-compat-data'
import { parseAst } from 'vite'
import { children, compatOf, data, type Feature, indexApis, lackedBy } from './compat.ts'

type Node = { type: string; start: number; [field: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null) {
  visit(node, parent)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit, node)
    } else if (isNode(value)) walk(value, visit, node)
  }
}

const parse = (code: string) => parseAst(code, { lang: 'js', sourceType: 'module' }) as unknown as Node

/** ES5, for what even browsers far below the floor must run. */
const ES5_NODES =
  /^(Program|(Block|Expression|If|Empty|Return|Try|Throw|For|ForIn|While|DoWhile|Break|Continue|Switch)Statement|SwitchCase|CatchClause|Variable(Declaration|Declarator)|Function(Declaration|Expression)|FunctionBody|Identifier|Literal|(Member|Call|New|Unary|Binary|Logical|Assignment|Conditional|Update|This|Array|Object|Parenthesized|Sequence)Expression|Property)$/

/** What is not ES5 in `code`, by its kind. */
export function aboveEs5(code: string): string[] {
  const found: string[] = []
  walk(parse(code), (node) => {
    const modern =
      !ES5_NODES.test(node.type) ||
      (node.type === 'VariableDeclaration' && node.kind !== 'var') ||
      (node.type === 'Property' && (node.shorthand || node.method || node.computed)) ||
      (node.type === 'CatchClause' && !node.param)
    if (modern) found.push(node.type)
  })
  return found
}

const LOOKBEHIND = /\(\?<[=!]/

/** Syntax above the floor in `code`, as it is sent to browsers. Most of it is lowered by the build. */
export function syntaxAboveFloor(code: string): string[] {
  const found = new Set<string>()
  walk(parse(code), (node, parent) => {
    if (node.type === 'StaticBlock') found.add('static block (Safari 16.4)')
    if (node.type === 'VariableDeclaration' && String(node.kind).endsWith('using')) found.add('using')
    if (node.type === 'ImportExpression' && node.options) found.add('import attributes')
    if (/^(Import|Export\w+)Declaration$/.test(node.type) && (node.attributes as unknown[])?.length > 0)
      found.add('import attributes')
    if (node.type !== 'Literal') return
    const { regex, value } = node as Node & { regex?: { pattern: string; flags: string } }
    const isPattern = parent?.type === 'NewExpression' || parent?.type === 'CallExpression'
    const pattern = regex?.pattern ?? (typeof value === 'string' && isPattern ? value : '')
    if (LOOKBEHIND.test(pattern)) found.add(`lookbehind (Safari 16.4): ${pattern}`)
    if (regex && /\(\?[ims-]+:/.test(pattern)) found.add(`flags within a pattern: ${pattern}`)
    if (regex?.flags.includes('v')) found.add(`flag v (Chromium 112, Firefox 116, Safari 17): ${pattern}`)
  })
  return [...found]
}

const indexes = indexApis()

/** Objects that are always there, and their classes. */
const WELL_KNOWN = new Map([
  ['document', 'Document'],
  ['window', 'Window'],
  ['globalThis', 'Window'],
  ['self', 'Window'],
  ['navigator', 'Navigator'],
  ['history', 'History'],
  ['location', 'Location'],
  ['performance', 'Performance'],
  ['crypto', 'Crypto'],
])

const nameOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') return nameOf(node.expression)
  // The bundler calls functions of other modules as `(0, module.name)()`.
  if (node.type === 'SequenceExpression') return nameOf((node.expressions as Node[]).at(-1))
  if (node.type !== 'MemberExpression') return null
  if (!node.computed) return (node.property as Node).name as string
  const key = node.property as Node
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null
}

const constructed = (node: unknown): string | null =>
  isNode(node) && node.type === 'NewExpression' && (node.callee as Node).type === 'Identifier'
    ? ((node.callee as Node).name as string)
    : null

/** What a module declares, tests for and defines. */
type Scope = {
  /** Variables, parameters, imports: not the global object's. */
  declared: Set<string>
  /** Variables that hold a `new` object of this class. */
  classes: Map<string, string>
  /** Names whose presence is tested somewhere in the module. */
  guarded: Set<string>
  /** Names that the module gives to properties of its own. */
  defined: Set<string>
}

function declare(scope: Scope, pattern: unknown) {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') scope.declared.add(pattern.name as string)
  for (const field of ['elements', 'properties'] as const) {
    for (const part of (pattern[field] as unknown[] | undefined) ?? []) declare(scope, part)
  }
  for (const field of ['left', 'argument', 'value'] as const) declare(scope, pattern[field])
}

function guard(scope: Scope, test: unknown) {
  if (!isNode(test)) return
  if (test.type === 'LogicalExpression' || test.type === 'BinaryExpression') {
    guard(scope, test.left)
    guard(scope, test.right)
  } else if (test.type === 'UnaryExpression') guard(scope, test.argument)
  else {
    const name = nameOf(test)
    if (name) scope.guarded.add(name)
  }
}

function scopeOf(program: Node): Scope {
  const scope: Scope = { declared: new Set(), classes: new Map(), guarded: new Set(), defined: new Set() }
  walk(program, (node, parent) => {
    const { type } = node
    if (type === 'VariableDeclarator') {
      declare(scope, node.id)
      const created = constructed(node.init)
      const name = nameOf(node.id)
      if (created && name) scope.classes.set(name, created)
    }
    if (/Function|^Class/.test(type)) {
      declare(scope, node.id)
      for (const parameter of (node.params as Node[] | undefined) ?? []) declare(scope, parameter)
    }
    if (/^Import\w*Specifier$/.test(type)) declare(scope, node.local)
    if (type === 'CatchClause') declare(scope, node.param)
    if (type === 'IfStatement' || type === 'ConditionalExpression') guard(scope, node.test)
    if (type === 'LogicalExpression') guard(scope, node.left)
    if (type === 'UnaryExpression' && (node.operator === '!' || node.operator === 'typeof')) guard(scope, node.argument)
    if (type === 'BinaryExpression' && node.operator === 'in' && (node.left as Node).type === 'Literal')
      scope.guarded.add(String((node.left as Node).value))
    if ((type === 'CallExpression' || type === 'MemberExpression') && node.optional)
      guard(scope, type === 'CallExpression' ? node.callee : node.object)
    if ((type === 'Property' && parent?.type === 'ObjectExpression') || /^(Method|Property)Definition$/.test(type)) {
      const key = node.key as Node
      const name = key.type === 'Literal' ? String(key.value) : nameOf(key)
      if (name) scope.defined.add(name)
    }
    if (type === 'AssignmentExpression' && (node.left as Node).type === 'MemberExpression') {
      const name = nameOf(node.left)
      if (name) scope.defined.add(name)
    }
  })
  return scope
}

function topLevelNames(program: Node): string[] {
  const scope: Scope = { declared: new Set(), classes: new Map(), guarded: new Set(), defined: new Set() }
  for (const statement of program.body as Node[]) {
    const declaration = (statement.declaration as Node | null) ?? statement
    for (const part of [declaration, ...((declaration.declarations as Node[]) ?? [])]) declare(scope, part.id)
  }
  return [...scope.declared]
}

function ownerOf(object: unknown, scope: Scope): string | null {
  const created = constructed(object)
  if (created) return created
  if (!isNode(object) || object.type !== 'Identifier') return null
  const name = object.name as string
  const holds = scope.classes.get(name)
  if (holds) return holds
  if (scope.declared.has(name)) return null
  return WELL_KNOWN.get(name) ?? (indexes.globals.has(name) ? name : null)
}

/** That of `owner` if it has one of the name, else a member that all classes which have one lack at the floor. */
function verdict(features: Feature[] = [], owner: string | null = null): Feature | null {
  const own = features.filter((feature) => feature.owner === owner)
  const possible = own.length > 0 ? own : features.filter(({ isStatic }) => !isStatic)
  const [first] = possible
  if (!first || possible.some(({ lackedBy }) => lackedBy.length === 0)) return null
  // An experiment of one engine is rather a name of our own.
  const isExperiment = first.lackedBy.filter((text) => text.endsWith('none')).length > 1
  return own.length === 0 && isExperiment ? null : first
}

/** A piece of code by the file that it comes from. */
export type Module = { id: string; code: string }

/**
 * Interfaces above the floor that `modules` use without asking whether they exist, as `URLSearchParams.size (Chromium
 * 113, Safari 17) in src/a.ts`. A member is recognized by its name, where no class at the floor has one of that name
 * and no module defines it, or where its object is plainly of a class.
 */
export function apisAboveFloor(modules: readonly Module[]): { feature: string; text: string }[] {
  const parsed = modules.map(({ id, code }) => {
    const program = parse(code)
    return { id, program, scope: scopeOf(program) }
  })
  const defined = new Set(parsed.flatMap(({ scope }) => [...scope.defined]))
  // The bundler joins modules and leaves their imports out.
  const exported = new Set(parsed.flatMap(({ program }) => topLevelNames(program)))
  const found = new Map<string, string>()

  for (const { id, program, scope } of parsed) {
    const report = (feature: Feature | null) => {
      if (feature) found.set(`${feature.name}\n${id}`, `${feature.name} (${feature.lackedBy.join(', ')}) in ${id}`)
    }
    walk(program, (node, parent) => {
      if (node.type === 'Identifier' && isReference(node, parent)) {
        const name = node.name as string
        if (!scope.declared.has(name) && !exported.has(name) && !scope.guarded.has(name))
          report(verdict(indexes.globals.get(name), 'globalThis'))
      }
      if (node.type === 'MemberExpression') {
        const name = nameOf(node)
        if (!name || scope.guarded.has(name)) return
        const owner = ownerOf(node.object, scope)
        if (owner || !defined.has(name)) report(verdict(indexes.members.get(name), owner))
      }
      if (node.type === 'Property' && parent?.type === 'ObjectPattern') {
        const name = nameOf(node.key)
        if (name && !node.computed && !defined.has(name) && !scope.guarded.has(name))
          report(verdict(indexes.members.get(name)))
      }
      if (node.type === 'CallExpression' || node.type === 'NewExpression') {
        for (const feature of featuresOfCall(node)) report(feature)
      }
    })
  }
  return [...found].map(([key, text]) => ({ feature: key.split('\n')[0] ?? '', text }))
}

function isReference(node: Node, parent: Node | null): boolean {
  if (!parent) return false
  if (parent.type === 'MemberExpression') return parent.object === node || Boolean(parent.computed)
  if (parent.type === 'Property' || /Definition$/.test(parent.type))
    return parent.value === node || Boolean(parent.computed)
  return !/Specifier$|^Labeled|^Break|^Continue|^Meta/.test(parent.type)
}

const EVENT_CALLS = new Set(['addEventListener', 'removeEventListener'])
const ELEMENT_CALLS = new Set(['jsx', 'jsxs', 'createElement'])

/** Events, options and attributes that a call names. */
function* featuresOfCall(node: Node): Generator<Feature | null> {
  const name = nameOf(node.callee)
  const [first, ...rest] = (node.arguments as Node[]) ?? []
  if (!name || !first) return
  if (EVENT_CALLS.has(name) && typeof first.value === 'string') yield verdict(indexes.events.get(first.value))
  for (const argument of [first, ...rest]) {
    for (const field of fieldsOf(argument)) yield verdict(indexes.options.get(`${name}.${field}`))
  }
  const [attributes] = rest
  if (ELEMENT_CALLS.has(name) && typeof first.value === 'string') {
    yield htmlAboveFloor(`<${first.value}>`, data.html.elements?.[first.value])
    for (const field of attributes ? fieldsOf(attributes) : [])
      yield attributeAboveFloor(first.value, field.toLowerCase())
  }
  if (name === 'setAttribute' && typeof first.value === 'string') yield attributeAboveFloor('', first.value)
}

function fieldsOf(node: Node): string[] {
  if (node.type !== 'ObjectExpression') return []
  return (node.properties as Node[]).flatMap(({ key }) => nameOf(key) ?? [])
}

function attributeAboveFloor(tag: string, name: string): Feature | null {
  const { elements, global_attributes: shared } = data.html
  const own = children(elements?.[tag]).find(([attribute]) => attribute === name)?.[1]
  return htmlAboveFloor(name, own ?? shared?.[name])
}

function htmlAboveFloor(name: string, node: Identifier | undefined): Feature | null {
  const compat = compatOf(node)
  const lacking = compat ? lackedBy(compat) : []
  return lacking.length > 0 ? { owner: 'html', name: `html.${name}`, isStatic: false, lackedBy: lacking } : null
}
