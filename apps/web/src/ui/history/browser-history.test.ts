import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** A browser tab's history; steps arrive later, as in a browser. */
class FakeTab extends EventTarget {
  entries: { url: URL; state: unknown }[]
  index = 0
  readonly history: Pick<History, 'go' | 'back' | 'pushState' | 'replaceState'> & { readonly state: unknown }

  constructor(path: string, state: unknown = null) {
    super()
    this.entries = [{ url: new URL(path, 'https://shiliu.example'), state }]
    const tab = this
    const entry = (next: unknown, path?: string | URL | null) => ({
      url: new URL(path || tab.location, tab.location),
      state: structuredClone(next),
    })
    this.history = {
      get state() {
        return tab.entries[tab.index]?.state
      },
      pushState(next, _, path) {
        tab.entries.splice(tab.index + 1, Number.POSITIVE_INFINITY, entry(next, path))
        tab.index += 1
      },
      replaceState(next, _, path) {
        tab.entries[tab.index] = entry(next, path)
      },
      go(delta = 0) {
        setTimeout(() => {
          if (!tab.entries[tab.index + delta]) return
          tab.index += delta
          tab.dispatchEvent(new Event('popstate'))
        })
      },
      back: () => tab.history.go(-1),
    }
  }

  get location(): URL {
    return this.entries[this.index]?.url ?? new URL('about:blank')
  }

  async step(delta: number) {
    this.history.go(delta)
    await vi.runAllTimersAsync()
  }
}

/** A page load: a new tab's history and the module as it is loaded with the page. */
async function load(path: string, state?: unknown) {
  const tab = new FakeTab(path, state)
  vi.stubGlobal('window', tab)
  vi.resetModules()
  const history = await import('./browser-history.ts')
  const shown: string[] = []
  history.onNavigation((action, { pathname }) => shown.push(`${action} ${pathname}`))
  history.startHistory()
  shown.length = 0
  return { tab, ...history, shown }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('entries', () => {
  test('reports pushed, replaced and restored locations', async () => {
    const { tab, navigator, canGoBack, shown, currentLocation } = await load('/explore')
    expect(canGoBack()).toBe(false)
    navigator.push('/user', { from: 1 })
    navigator.replace('/user/2?tab=likes#top')
    expect(canGoBack()).toBe(true)
    expect(currentLocation()).toMatchObject({ pathname: '/user/2', search: '?tab=likes', hash: '#top', state: null })
    await tab.step(-1)
    expect(shown).toEqual(['PUSH /user', 'REPLACE /user/2', 'POP /explore'])
    expect(canGoBack()).toBe(false)
  })

  test('a note pressed again, or another one above the same page, leaves no entry of its own', async () => {
    const { tab, navigator } = await load('/explore')
    const above = { background: { pathname: '/explore' } }
    navigator.push('/post?id=1', above)
    navigator.push('/post?id=1', above)
    navigator.push('/post?id=2', above)
    expect(tab.entries.map(({ url }) => url.search)).toEqual(['', '?id=2'])
    navigator.push('/user/2')
    navigator.push('/post?id=2', { background: { pathname: '/user/2' } })
    expect(tab.entries).toHaveLength(4)
  })

  test('gives each entry a key that survives a reload, and forgets the state of a reloaded page', async () => {
    const { navigator, currentLocation, tab } = await load('/explore')
    navigator.push('/post?id=1', { background: 'explore' })
    const { key, state } = currentLocation()
    expect(state).toEqual({ background: 'explore' })
    const reloaded = await load('/post?id=1', tab.history.state)
    expect(reloaded.currentLocation()).toMatchObject({ key, state: null })
    expect(reloaded.canGoBack()).toBe(true)
  })

  test('loads the address where the browser refuses another entry', async () => {
    const { tab, navigator } = await load('/explore')
    const assign = vi.fn()
    Object.assign(tab.location, { assign })
    tab.history.pushState = () => {
      throw new DOMException('', 'SecurityError')
    }
    navigator.push('/user')
    expect(assign).toHaveBeenCalledWith('/user')
  })
})

describe('layers', () => {
  test('going back closes the topmost overlay and keeps the page', async () => {
    const { tab, navigator, openLayer, shown } = await load('/explore')
    navigator.push('/user')
    const closed: string[] = []
    const dialog = openLayer(() => closed.push('dialog'))
    const question = openLayer(() => closed.push('question'))
    await tab.step(-1)
    question()
    await tab.step(-1)
    dialog()
    expect(closed).toEqual(['question', 'dialog'])
    expect(shown).toEqual(['PUSH /user'])
    await tab.step(-1)
    expect(shown.at(-1)).toBe('POP /explore')
  })

  test('the layer of an overlay closed otherwise is skipped', async () => {
    const { tab, navigator, openLayer, shown } = await load('/explore')
    navigator.push('/user')
    openLayer(() => {})()
    await tab.step(-1)
    expect(shown.at(-1)).toBe('POP /explore')
    expect(tab.index).toBe(0)
  })

  test('an address replaced beneath an overlay keeps its layer', async () => {
    const { tab, navigator, openLayer, shown } = await load('/explore')
    const close = vi.fn()
    openLayer(close)
    navigator.replace('/explore/recommend')
    await tab.step(-1)
    expect(close).toHaveBeenCalledOnce()
    expect(shown).toEqual(['REPLACE /explore/recommend'])
  })

  test('going forward to a closed layer shows nothing new', async () => {
    const { tab, openLayer, shown } = await load('/explore')
    openLayer(() => {})()
    await tab.step(-1)
    await tab.step(1)
    expect(shown).toEqual([])
  })
})

describe('a blocker', () => {
  async function loadBlocked(loses: (to: URL | null) => boolean = () => true) {
    const page = await load('/explore')
    page.navigator.push('/publish')
    page.navigator.push('/publish?draftId=1')
    page.shown.length = 0
    let leave: (() => void) | null = null
    const ask = vi.fn((agree: () => void) => {
      leave = agree
    })
    const unblock = page.blockNavigation({ loses, ask })
    return { ...page, ask, unblock, agree: () => leave?.() }
  }

  test('holds a pushed address until the user agrees', async () => {
    const { navigator, shown, ask, agree } = await loadBlocked()
    navigator.push('/user')
    expect(ask).toHaveBeenCalledOnce()
    expect(shown).toEqual([])
    agree()
    expect(shown).toEqual(['PUSH /user'])
  })

  test('is not asked about an address that loses nothing', async () => {
    const { navigator, shown, ask } = await loadBlocked((to) => to?.pathname !== '/publish')
    navigator.replace('/publish?mode=edit')
    expect(shown).toEqual(['REPLACE /publish'])
    expect(ask).not.toHaveBeenCalled()
  })

  test('undoes going back, then asks, and goes where the user wanted', async () => {
    const { tab, shown, ask, agree } = await loadBlocked()
    await tab.step(-2)
    expect(tab.index).toBe(2)
    expect(ask).toHaveBeenCalledOnce()
    expect(shown).toEqual([])
    agree()
    await vi.runAllTimersAsync()
    expect(shown).toEqual(['POP /explore'])
  })

  test('goes back from above the layer that the question opened', async () => {
    const { tab, shown, ask, agree, openLayer } = await loadBlocked()
    await tab.step(-1)
    openLayer(() => {})()
    expect(ask).toHaveBeenCalledOnce()
    agree()
    await vi.runAllTimersAsync()
    expect(tab.index).toBe(1)
    expect(shown).toEqual(['POP /publish'])
  })

  test('asks nothing more once it is gone', async () => {
    const { tab, unblock, shown, ask } = await loadBlocked()
    unblock()
    await tab.step(-1)
    expect(shown).toEqual(['POP /publish'])
    expect(ask).not.toHaveBeenCalled()
  })
})
