import { beforeEach, expect, test, vi } from 'vitest'

const values = new Map<string, string>()
const tab = new EventTarget()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
})
vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))

const viewer = { id: 1, user_id: 'shiliu01', nickname: '石榴', avatar: '/a.webp', bio: '', location: '北京' }

function otherTab(write: () => void, key: string) {
  write()
  tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

/** Loads the module, which reads the storage, as a page does. */
async function start() {
  vi.resetModules()
  return (await import('./session.ts')).userSession
}

beforeEach(() => values.clear())

test('reads a stored session, also one without an expiry', async () => {
  values.set('token', 't')
  values.set('userInfo', JSON.stringify({ ...viewer, password: 'x' }))
  const session = await start()
  expect(session.get()).toEqual({ token: 't', refreshToken: '', expiresAt: Number.POSITIVE_INFINITY, info: viewer })
})

test('clears a session whose info is unreadable', async () => {
  values.set('token', 't')
  values.set('refreshToken', 'r')
  values.set('userInfo', '{oops')
  expect((await start()).get()).toBeNull()
  expect(values.size).toBe(0)
})

test('stores its keys on sign-in and removes them on sign-out', async () => {
  const session = await start()
  session.signIn({ access_token: 't', refresh_token: 'r', expires_in: 3600 }, viewer)
  expect([...values.keys()].sort()).toEqual(['refreshToken', 'token', 'tokenExpiresAt', 'userInfo'])
  session.clear()
  expect(values.size).toBe(0)
})

test('follows sign-in and sign-out in another tab', async () => {
  const session = await start()
  const changed = vi.fn()
  session.subscribe(changed)
  otherTab(() => {
    values.set('token', 't')
    values.set('userInfo', JSON.stringify(viewer))
  }, 'token')
  expect(session.get()?.info).toEqual(viewer)
  otherTab(() => values.clear(), 'token')
  expect(session.get()).toBeNull()
  expect(changed).toHaveBeenCalledTimes(2)
})

test('an update keeps what another tab wrote meanwhile', async () => {
  const session = await start()
  session.signIn({ access_token: 't', refresh_token: 'r', expires_in: 3600 }, viewer)
  // Renewed there; the storage event has not arrived yet.
  values.set('token', 't2')
  values.set('refreshToken', 'r2')
  session.update({ nickname: '新名字' })
  expect(session.get()).toMatchObject({ token: 't2', refreshToken: 'r2', info: { ...viewer, nickname: '新名字' } })
  expect([values.get('token'), values.get('refreshToken')]).toEqual(['t2', 'r2'])

  const other = { ...viewer, id: 2, nickname: '别人' }
  values.set('userInfo', JSON.stringify(other))
  session.update({ id: 1, nickname: '又一个' })
  expect(session.get()?.info).toEqual(other)

  values.clear()
  session.update({ id: 2, nickname: '又一个' })
  expect(session.get()).toBeNull()
  expect(values.size).toBe(0)
})
