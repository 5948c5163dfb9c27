import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/error.ts'
import { adminSession, userSession } from '#api/session.ts'
import { cancelWaiting, type Patience, patiently } from './patience.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  userSession.clear()
  adminSession.clear()
})

const busy = (retryAfter?: number) => new ApiError(429, '操作太频繁', retryAfter === undefined ? {} : { retryAfter })
const signIn = (id: number) =>
  userSession.signIn(
    { access_token: `token-${id}`, refresh_token: '', expires_in: 3600 },
    { id, user_id: `shiliu${id}`, nickname: '', avatar: '', bio: '', location: '' },
  )
const lost = () => new ApiError(0, '网络连接失败')

/** Fails with these errors, one after the other, and succeeds then. Notes when it was tried, in seconds. */
function attempts(...errors: Error[]) {
  return attemptsAs({}, ...errors)
}

function attemptsAs(patience: Patience, ...errors: Error[]) {
  const at: number[] = []
  const done = vi.fn()
  const failed = vi.fn()
  const attempt = async () => {
    at.push(Date.now() / 1000)
    const error = errors[at.length - 1]
    if (error) throw error
    return 'done'
  }
  patiently('step', attempt, patience).then(done, failed)
  return { at, done, failed }
}

describe('patiently', () => {
  it('tries again when the server said, and never sooner', async () => {
    const { at, done } = attempts(busy(12), busy(3))
    await vi.advanceTimersByTimeAsync(11_900)
    expect(at).toEqual([0])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(at).toEqual([0, 12, 15])
    expect(done).toHaveBeenCalledWith('done')
  })

  it('waits no longer where the clock is set back meanwhile', async () => {
    const { at, done } = attempts(busy(12))
    await vi.advanceTimersByTimeAsync(5000)
    vi.setSystemTime(-3600_000)
    await vi.advanceTimersByTimeAsync(7000)
    expect(at).toHaveLength(2)
    expect(done).toHaveBeenCalledOnce()
  })

  it('waits a second even where the server says 0', async () => {
    const { at } = attempts(busy(0))
    await vi.advanceTimersByTimeAsync(900)
    expect(at).toEqual([0])
  })

  it('sends again twice where no answer came, and then gives up', async () => {
    const { at, failed } = attempts(lost(), lost(), lost())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at).toEqual([0, 2, 7])
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }))
  })

  it('gives up at the fourth refusal, at a long wait, at one of unknown length and at any other error', async () => {
    const refused = attempts(busy(1), busy(1), busy(1), busy(1))
    const long = attempts(busy(300))
    const unknown = attempts(busy())
    const other = attempts(new ApiError(400, '标题不能超过100个字'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(refused.at).toHaveLength(4)
    for (const { failed } of [refused, long, unknown, other]) expect(failed).toHaveBeenCalledOnce()
    for (const { at } of [long, unknown, other]) expect(at).toEqual([0])
  })

  it('waits longer and longer where a 503 names no time', async () => {
    const { at, done } = attempts(...Array.from({ length: 3 }, () => new ApiError(503, '')))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at).toEqual([0, 5, 15, 35])
    expect(done).toHaveBeenCalledOnce()
  })

  it('does not try without a network', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { failed } = attempts(lost())
    await vi.advanceTimersByTimeAsync(0)
    expect(failed).toHaveBeenCalledOnce()
  })

  it('stops when it is cancelled, with the last error', async () => {
    const { at, failed } = attempts(busy(12))
    await vi.advanceTimersByTimeAsync(5000)
    cancelWaiting('step')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at).toEqual([0])
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 429 }))
  })

  it('waits no more when it is cancelled during an attempt, until it is called again', async () => {
    let refuse = (_: Error) => {}
    const failed = vi.fn()
    const attempt = vi.fn(
      () =>
        new Promise<never>((_, reject) => {
          refuse = reject
        }),
    )
    patiently('step', attempt).catch(failed)
    cancelWaiting('step')
    refuse(busy(3))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempt).toHaveBeenCalledOnce()
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 429 }))
    const next = attempts(busy(3))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(next.done).toHaveBeenCalledOnce()
  })

  it('cancels the step of that name only', async () => {
    const { done } = attempts(busy(12))
    await vi.advanceTimersByTimeAsync(0)
    cancelWaiting('another')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toHaveBeenCalledOnce()
  })

  it('stops at once when another person signs in, and does not send as them', async () => {
    signIn(1)
    const { at, failed } = attempts(busy(12))
    await vi.advanceTimersByTimeAsync(5000)
    userSession.clear()
    await vi.advanceTimersByTimeAsync(0)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 401, message: '已退出登录，没有再发送' }))
    signIn(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at).toEqual([0])
  })

  it('says what happened also where the person signed out during an attempt', async () => {
    signIn(1)
    let refuse = (_: Error) => {}
    const failed = vi.fn()
    patiently('step', () => new Promise<never>((_, reject) => (refuse = reject))).catch(failed)
    userSession.clear()
    refuse(busy(3))
    await vi.advanceTimersByTimeAsync(0)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: '已退出登录，没有再发送' }))
  })

  it('minds the session of the back office for its writes', async () => {
    const admin = { access_token: 'admin', refresh_token: '', expires_in: 3600 }
    adminSession.signIn(admin, { id: 1, username: 'admin', role: 'owner' })
    const { at, failed } = attemptsAs({ realm: 'admin' }, busy(12), busy(12))
    signIn(1)
    await vi.advanceTimersByTimeAsync(13_000)
    expect(at).toEqual([0, 12])
    adminSession.clear()
    await vi.advanceTimersByTimeAsync(0)
    expect(failed).toHaveBeenCalledOnce()
  })

  it('does not repeat without an answer what could be done twice', async () => {
    const { at, failed } = attemptsAs({ repeatable: false }, busy(2), lost())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at).toEqual([0, 2])
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }))
  })

  it('goes on with a renewed token', async () => {
    signIn(1)
    const { done } = attempts(busy(12))
    await vi.advanceTimersByTimeAsync(5000)
    signIn(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toHaveBeenCalledOnce()
  })
})
