import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const DAY = 24 * 3600_000
const ANSWER_MS = 150

/** localStorage of one browser. */
class FakeStorage {
  entries = new Map<string, string>()
  full = false
  get length() {
    return this.entries.size
  }
  key(index: number) {
    return [...this.entries.keys()][index] ?? null
  }
  getItem(key: string) {
    return this.entries.get(key) ?? null
  }
  setItem(key: string, value: string) {
    if (this.full) throw new DOMException('full', 'QuotaExceededError')
    this.entries.set(key, value)
    notify(key, value)
  }
  removeItem(key: string) {
    if (this.entries.delete(key)) notify(key, null)
  }
}

type StorageListener = (event: { key: string; newValue: string | null }) => void

let storage: FakeStorage
/** The tab whose code runs, since a tab hears of the writes of others only. */
let running = 0
let listeners: { tab: number; listener: StorageListener }[] = []
let channels: FakeChannel[] = []

function notify(key: string, newValue: string | null) {
  const writer = running
  for (const { tab, listener } of [...listeners]) {
    if (tab !== writer) inTab(tab, () => listener({ key, newValue }))
  }
}

function inTab<R>(tab: number, work: () => R): R {
  const before = running
  running = tab
  try {
    return work()
  } finally {
    running = before
  }
}

class FakeChannel {
  tab = running
  onmessage: ((event: { data: unknown }) => void) | null = null
  readonly name: string
  constructor(name: string) {
    this.name = name
    channels.push(this)
  }
  postMessage(data: unknown) {
    for (const other of channels) {
      if (other !== this && other.name === this.name) inTab(other.tab, () => other.onmessage?.({ data }))
    }
  }
  close() {
    channels = channels.filter((other) => other !== this)
  }
}

function signIn(id: number) {
  storage.entries.set('token', `token-${id}`)
  storage.entries.set('userInfo', JSON.stringify({ id, user_id: `user${id}` }))
}

let tabs = 0

/** A tab that is opened now: its own modules on the shared storage. */
async function openTab() {
  const tab = ++tabs
  vi.resetModules()
  const [module, { userSession }] = await inTab(tab, () =>
    Promise.all([import('./local-copies.ts'), import('#api/session.ts')]),
  )
  function openForm(form = 'note') {
    const read = (stored: unknown) => (typeof stored === 'string' && stored !== '' ? stored : null)
    const copies = inTab(tab, () => module.createLocalCopies({ realm: 'user', form, read }))
    let release = inTab(tab, () => copies.hold())
    vi.advanceTimersByTime(ANSWER_MS)
    return {
      keep: (text: string | null) => inTab(tab, () => copies.keep(text)),
      forget: () => inTab(tab, () => copies.forget()),
      copies: copies.offers.get,
      offers: () => copies.offers.get().map(({ value }) => value),
      take: (index = 0) => inTab(tab, () => copies.take(copies.offers.get()[index] as never)),
      drop: (index = 0) => inTab(tab, () => copies.drop(copies.offers.get()[index] as never)),
      isStored: copies.isStored,
      close: () => inTab(tab, release),
      reopen() {
        release = inTab(tab, () => copies.hold())
        vi.advanceTimersByTime(ANSWER_MS)
      },
    }
  }
  return {
    openForm,
    signOut: () => inTab(tab, () => userSession.clear()),
    forgetAll: (id: number) => inTab(tab, () => module.forgetCopies('user', id)),
    count: (id: number) => inTab(tab, () => module.countCopies('user', id)),
    /** As a crash does: without a word to the others. */
    crash() {
      listeners = listeners.filter((one) => one.tab !== tab)
      channels = channels.filter((one) => one.tab !== tab)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) })
  storage = new FakeStorage()
  listeners = []
  channels = []
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('addEventListener', (type: string, listener: StorageListener) => {
    if (type === 'storage') listeners.push({ tab: running, listener })
  })
  vi.stubGlobal('removeEventListener', (_: string, listener: StorageListener) => {
    listeners = listeners.filter((one) => one.listener !== listener)
  })
  signIn(1)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const copyKeys = () => [...storage.entries.keys()].filter((key) => key.startsWith('copy:'))

describe('a form that was left', () => {
  test('is offered after a crash, with the text as it was last', async () => {
    const before = await openTab()
    const form = before.openForm()
    form.keep('早')
    form.keep('早上好')
    before.crash()
    const form2 = (await openTab()).openForm()
    expect(form2.offers()).toEqual(['早上好'])
    expect(form2.take()).toBe('早上好')
    expect(form2.offers()).toEqual([])
    expect(copyKeys()).toHaveLength(1)
  })

  test('is offered in the same tab after going back', async () => {
    const tab = await openTab()
    const first = tab.openForm()
    first.keep('写到一半')
    first.close()
    expect(tab.openForm().offers()).toEqual(['写到一半'])
  })

  test('is offered to the same form alone, the latest copy first', async () => {
    const tab = await openTab()
    for (const text of ['一', '二']) {
      const form = tab.openForm('note/5')
      form.keep(text)
      form.close()
      vi.advanceTimersByTime(1000)
    }
    expect(tab.openForm('note').offers()).toEqual([])
    expect(tab.openForm('note/5').offers()).toEqual(['二', '一'])
  })

  test('is not offered once it was sent, discarded or emptied', async () => {
    const tab = await openTab()
    for (const end of ['forget', 'keep'] as const) {
      const form = tab.openForm()
      form.keep('发出去了')
      if (end === 'forget') form.forget()
      else form.keep(null)
      form.close()
    }
    expect(tab.openForm().offers()).toEqual([])
    expect(copyKeys()).toEqual([])
  })

  test('goes on with its own copy when it is held again', async () => {
    const tab = await openTab()
    const form = tab.openForm()
    form.keep('还在')
    form.close()
    form.reopen()
    expect(form.offers()).toEqual([])
    form.keep('还在写')
    expect(copyKeys()).toHaveLength(1)
  })
})

describe('offers', () => {
  test('taking one leaves what was typed before as an offer', async () => {
    const tab = await openTab()
    const old = tab.openForm()
    old.keep('旧的')
    old.close()
    const form = tab.openForm()
    form.keep('新的')
    expect(form.take()).toBe('旧的')
    expect(form.offers()).toEqual(['新的'])
    form.keep('旧的，改了')
    expect(form.take()).toBe('新的')
    expect(form.offers()).toEqual(['旧的，改了'])
  })

  test('one that was declined does not come back', async () => {
    const tab = await openTab()
    const old = tab.openForm()
    old.keep('不要了')
    old.close()
    const form = tab.openForm()
    form.drop()
    expect(form.offers()).toEqual([])
    expect(copyKeys()).toEqual([])
  })

  test('one that another tab sent meanwhile goes', async () => {
    const [one, two] = [await openTab(), await openTab()]
    const old = one.openForm()
    old.keep('同一段')
    old.close()
    const [form, other] = [one.openForm(), two.openForm()]
    expect(other.offers()).toEqual(['同一段'])
    form.take()
    form.forget()
    expect(other.offers()).toEqual([])
  })

  test('what cannot be read is deleted', async () => {
    storage.entries.set('copy:user-1:note:a', '{oops')
    storage.entries.set('copy:user-1:note:b', JSON.stringify({ keptAt: Date.now(), value: { title: 1 } }))
    expect((await openTab()).openForm().offers()).toEqual([])
    expect(copyKeys()).toEqual([])
  })

  test('end after seven days, whoever wrote them', async () => {
    const tab = await openTab()
    const form = tab.openForm()
    form.keep('一周前')
    form.close()
    signIn(2)
    const other = (await openTab()).openForm()
    other.keep('别人的')
    other.close()
    vi.advanceTimersByTime(7 * DAY - 1000)
    expect(tab.count(1)).toBe(1)
    vi.advanceTimersByTime(2000)
    expect(tab.openForm().offers()).toEqual([])
    expect(copyKeys()).toEqual([])
  })
})

describe('a clock that was wrong', () => {
  test.each([
    ['an hour', 3600_000],
    ['a year', 365 * DAY],
  ])('and is set back by %s leaves the text, for seven days from then', async (_, ahead) => {
    const tab = await openTab()
    const form = tab.openForm()
    vi.setSystemTime(Date.now() + ahead)
    form.keep('在以后写的')
    form.close()
    vi.setSystemTime(Date.now() - ahead)
    const next = tab.openForm()
    expect(next.offers()).toEqual(['在以后写的'])
    next.close()
    vi.advanceTimersByTime(7 * DAY + 1000)
    expect(tab.openForm().offers()).toEqual([])
    expect(copyKeys()).toEqual([])
  })

  test('or a time that is none does not break what shows the offer', async () => {
    storage.entries.set('copy:user-1:note:a', '{"keptAt":1e300,"value":"哪年写的"}')
    const tab = await openTab()
    const [offer] = tab.openForm().copies()
    expect(offer?.value).toBe('哪年写的')
    expect(new Date(offer?.keptAt ?? Number.NaN).getFullYear()).toBe(2026)
  })
})

describe('two tabs with the same form', () => {
  test('keep a copy each, and offer each other nothing', async () => {
    const [one, two] = [await openTab(), await openTab()]
    const first = one.openForm()
    first.keep('第一扇窗')
    const second = two.openForm()
    expect(second.offers()).toEqual([])
    second.keep('第二扇窗')
    first.keep('第一扇窗，接着写')
    first.close()
    second.close()
    expect([...one.openForm().offers()].sort()).toEqual(['第一扇窗，接着写', '第二扇窗'])
  })

  test('one that did not answer keeps its text when the other takes or declines it', async () => {
    const [one, two] = [await openTab(), await openTab()]
    const first = one.openForm()
    first.keep('没来得及回答')
    const silent = channels
    channels = []
    const second = two.openForm()
    expect(second.offers()).toEqual(['没来得及回答'])
    channels = silent
    second.take()
    second.keep('另一扇窗改了')
    expect([...storage.entries.values()].filter((value) => value.includes('没来得及回答'))).toHaveLength(1)
    expect([...storage.entries.values()].filter((value) => value.includes('另一扇窗改了'))).toHaveLength(1)
  })
})

describe('people', () => {
  test('never see the copies of another person', async () => {
    const tab = await openTab()
    const form = tab.openForm()
    form.keep('私事')
    form.close()
    signIn(2)
    const other = await openTab()
    expect(other.openForm().offers()).toEqual([])
    expect([other.count(1), other.count(2)]).toEqual([1, 0])
    signIn(1)
    expect((await openTab()).openForm().offers()).toEqual(['私事'])
  })

  test('who signed out leave nothing after forgetting, whatever their other tabs hold', async () => {
    const [one, two] = [await openTab(), await openTab()]
    const here = one.openForm()
    here.keep('这里')
    const there = two.openForm('comment/7')
    there.keep('那里')
    one.signOut()
    here.keep('退出之后')
    one.forgetAll(1)
    there.keep('退出之后')
    expect(copyKeys()).toEqual([])
  })

  test('who are not signed in have no copies', async () => {
    storage.entries.clear()
    const form = (await openTab()).openForm()
    expect(form.keep('谁写的')).toBe(false)
    expect(copyKeys()).toEqual([])
  })
})

describe('a browser that refuses', () => {
  test('more storage keeps the copy for the page alone, and says so', async () => {
    const tab = await openTab()
    const form = tab.openForm()
    expect(form.keep('还有地方')).toBe(true)
    storage.full = true
    expect(form.keep('没有地方了')).toBe(false)
    expect(form.isStored()).toBe(false)
    form.close()
    expect(tab.openForm().offers()).toEqual(['没有地方了'])
  })

  test('more storage forgets what was taken and sent all the same', async () => {
    const tab = await openTab()
    const old = tab.openForm()
    old.keep('写了一半')
    old.close()
    const form = tab.openForm()
    storage.full = true
    expect(form.take()).toBe('写了一半')
    expect(form.keep('写完了')).toBe(false)
    form.forget()
    form.close()
    expect(tab.openForm().offers()).toEqual([])
    expect(copyKeys()).toEqual([])
  })

  test('any storage or channels leaves the form working', async () => {
    const tab = await openTab()
    vi.stubGlobal('BroadcastChannel', undefined)
    for (const name of ['getItem', 'setItem', 'removeItem', 'key'] as const) {
      storage[name] = () => {
        throw new DOMException('denied', 'SecurityError')
      }
    }
    const form = tab.openForm()
    expect(form.keep('照样写')).toBe(false)
    form.forget()
    form.close()
    expect(tab.openForm().offers()).toEqual([])
  })
})
