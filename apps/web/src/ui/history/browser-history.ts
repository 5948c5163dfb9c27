// React Router's history with two additions: navigation that would lose input can be blocked, and an open overlay has
// an entry (a layer) that the back button closes. `useBlocker` would need the data router: 30 KB on every page.
import { createPath, type Location, type Navigator, type To } from 'react-router'
import { backgroundOf } from '#app/paths.ts'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'

export type Action = 'POP' | 'PUSH' | 'REPLACE'

/** `page` counts the pages of this tab, `layer` the overlay entries above the page; null where the app wrote none. */
type Position = { page: number | null; layer: number }

type Blocker = {
  /** Whether leaving for this address loses input; null when the tab is closed. */
  loses: (to: URL | null) => boolean
  /** Asks the user and calls `leave` when they agree. */
  ask: (leave: () => void) => void
}

function position(): Position {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return { page: null, layer: 0 }
  const page = 'idx' in state && typeof state.idx === 'number' ? state.idx : null
  return { page, layer: 'layer' in state && typeof state.layer === 'number' ? state.layer : 0 }
}

let seen: Position = { page: null, layer: 0 }
/** The page that the router shows; the browser leaves it for a moment during a blocked step. */
let routed: number | null = null
const listeners = new Set<(action: Action, location: Location) => void>()
const blockers: Blocker[] = []
const layers: (() => void)[] = []
/** The question to ask once a blocked step is undone. */
let undone: { blocker: Blocker; ask: () => void } | null = null
/** The user agreed to the next step. */
let agreed = false

export function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const state: unknown = window.history.state
  const entry = typeof state === 'object' && state !== null ? state : {}
  const key = 'key' in entry && typeof entry.key === 'string' ? entry.key : 'default'
  return { pathname, search, hash, state: ('usr' in entry && entry.usr) || null, key }
}

/** Whether a page of this app lies before this one. */
export function canGoBack(): boolean {
  return (position().page ?? 0) > 0
}

function arrive(action: Action) {
  seen = position()
  routed = seen.page
  const location = currentLocation()
  for (const listener of listeners) listener(action, location)
}

const newKey = () => Math.random().toString(36).slice(2, 10)
const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to))

function write(action: 'PUSH' | 'REPLACE', to: To, state: unknown) {
  const href = hrefOf(to)
  const { page, layer } = position()
  const entry = { usr: state, key: newKey() }
  if (action === 'PUSH') {
    try {
      window.history.pushState({ ...entry, idx: (page ?? 0) + 1 }, '', href)
    } catch {
      // Safari refuses too many entries in a short time.
      window.location.assign(href)
    }
  } else {
    window.history.replaceState({ ...entry, idx: page, layer }, '', href)
  }
  arrive(action)
}

/**
 * A link pressed again before its page shows, or another note pressed meanwhile, takes the entry's place, as in a
 * browser that loads pages. Closing a note then leads to the page beneath it.
 */
function takesPlace(target: URL, state: unknown): boolean {
  if (target.href === window.location.href) return true
  return backgroundOf({ state }) !== null && backgroundOf(currentLocation()) !== null
}

/** What asks before `target` takes the page's place: the newest of them. */
const blockerOf = (target: URL) => [...blockers].reverse().find(({ loses }) => loses(target))

function navigate(wanted: 'PUSH' | 'REPLACE', to: To, state: unknown) {
  const target = new URL(hrefOf(to), window.location.href)
  const action = wanted === 'PUSH' && takesPlace(target, state) ? 'REPLACE' : wanted
  ignoreSecondClick()
  const blocker = blockerOf(target)
  if (blocker) blocker.ask(() => write(action, to, state))
  else write(action, to, state)
}

export const navigator: Navigator = {
  createHref: hrefOf,
  encodeLocation: (to) => {
    const { pathname, search, hash } = new URL(hrefOf(to), window.location.origin)
    return { pathname, search, hash }
  },
  go: (delta) => window.history.go(delta),
  push: (to, state) => navigate('PUSH', to, state),
  replace: (to, state) => navigate('REPLACE', to, state),
}

/** Undoes a step back or forward that is blocked; true hides it from the router. */
function blockPop(): boolean {
  const { page: target } = seen
  const page = routed
  if (page === null || target === null) return false
  if (undone) {
    if (target !== page) {
      // The user stepped again meanwhile.
      window.history.go(page - target)
      return true
    }
    const { ask } = undone
    undone = null
    ask()
    return true
  }
  if (agreed) {
    agreed = false
    return target === page
  }
  const blocker = blockerOf(new URL(window.location.href))
  if (target === page || !blocker) return false
  const leave = () => {
    agreed = true
    window.history.go(target < page ? target - page - position().layer : target - page)
  }
  // Asks only after returning to the page: the question's dialog may add a layer.
  undone = { blocker, ask: () => blocker.ask(leave) }
  window.history.go(page - target)
  return true
}

/** Handles a step between the layers of one page; true hides it from the router. */
function popLayer(from: Position): boolean {
  const { page, layer } = seen
  if (page === null || page !== from.page || layer === from.layer) return false
  // Forward to a layer whose overlay is closed: nothing to show.
  if (layer > from.layer) return true
  if (layers.length > layer) layers.at(-1)?.()
  else window.history.back()
  return true
}

/** Call once before the first render. A reloaded overlay becomes a page: the router state is dropped. */
export function startHistory() {
  const { page } = position()
  const entry = { key: newKey(), ...window.history.state }
  window.history.replaceState({ ...entry, usr: null, idx: page ?? 0 }, '')
  arrive('POP')
  window.addEventListener('popstate', () => {
    const from = seen
    seen = position()
    if (!blockPop() && !popLayer(from)) arrive('POP')
  })
}

export function onNavigation(listener: (action: Action, location: Location) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Blocks navigation until the returned function is called. The blocker added last decides. */
export function blockNavigation(blocker: Blocker): () => void {
  blockers.push(blocker)
  return () => {
    blockers.splice(blockers.indexOf(blocker), 1)
    if (undone?.blocker === blocker) undone = null
  }
}

/** Adds an entry: going back calls `onBack`. It stays after the overlay closes: removing it would be a step back. */
export function openLayer(onBack: () => void): () => void {
  layers.push(onBack)
  for (let layer = position().layer + 1; layer <= layers.length; layer++) {
    window.history.pushState({ ...window.history.state, layer }, '')
  }
  seen = position()
  return () => void layers.splice(layers.indexOf(onBack), 1)
}
