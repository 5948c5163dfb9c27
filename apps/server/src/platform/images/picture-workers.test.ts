import { DEFAULT_PICTURE_RULES } from '@shiliu/contract/pictures'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { inspect } from './inspect.ts'
import { pictureWorkers } from './picture-workers.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .png()
    .toBuffer()

function setUp(options: { deadlineMs?: number; idleMs?: number } = {}) {
  const lost: object[] = []
  const workers = pictureWorkers({ log: { warn: (details) => lost.push(details) }, ...options })
  onTestFinished(() => workers.close())
  return {
    workers,
    lost,
    convert: (file: Buffer, account = 'user:1', signal?: AbortSignal) =>
      workers.convert({ account, file, rules: DEFAULT_PICTURE_RULES, pixels: inspect(file).pixels, signal }),
  }
}

/** Waits for what `done` says, as long as the test may take. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve))
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('converts a picture in another process, which ends when there is no more work', async () => {
  const { workers, convert } = setUp({ idleMs: 50 })
  expect(workers.pids()).toEqual([])
  const picture = await convert(await plain(60, 40))
  expect([picture.width, picture.height]).toEqual([60, 40])
  expect((await sharp(picture.files[0]?.body).metadata()).format).toBe('webp')
  const [pid = 0] = workers.pids()
  expect(pid).not.toBe(process.pid)
  await until(() => !alive(pid))
  expect(workers.pids()).toEqual([])
  await convert(await plain(60, 40))
})

it('says what is wrong with a picture', async () => {
  const { convert } = setUp()
  const whole = await plain(600, 400)
  await expect(convert(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'file_damaged' })
  await convert(whole)
})

it('gives a picture to another process where one is killed, and is none the worse', async () => {
  const { workers, lost, convert } = setUp()
  const converting = convert(await plain(3000, 3000))
  await until(() => workers.pids().length === 1)
  const [pid = 0] = workers.pids()
  process.kill(pid, 'SIGKILL')
  await expect(converting).rejects.toMatchObject({ code: 'unavailable' })
  const small = await plain(60, 40)
  await convert(small)
  const [second = 0] = workers.pids()
  const again = convert(await plain(3000, 3000))
  process.kill(second, 'SIGKILL')
  expect((await again).width).toBe(2400)
  expect(lost).toHaveLength(2)
  expect(workers.pids()).not.toContain(second)
})

it('refuses a picture that takes longer than the deadline, and ends its process', async () => {
  const { workers, convert } = setUp({ deadlineMs: 5000 })
  await convert(await plain(60, 40))
  const [pid = 0] = workers.pids()
  // It goes on where it was and is too late.
  process.kill(pid, 'SIGSTOP')
  await expect(convert(await plain(60, 40))).rejects.toMatchObject({ code: 'file_unprocessable' })
  await until(() => !alive(pid))
  expect(workers.pids()).toEqual([])
})

it('stops at once when nobody waits for the picture any more', async () => {
  const { workers, lost, convert } = setUp()
  const large = await plain(4000, 4000)
  const gone = new AbortController()
  const running = convert(large, 'user:1', gone.signal)
  const waiting = convert(large, 'user:1', gone.signal)
  await until(() => workers.pids().length === 1)
  const [pid = 0] = workers.pids()
  gone.abort(new AppError('bad_request'))
  await expect(running).rejects.toMatchObject({ code: 'bad_request' })
  await expect(waiting).rejects.toMatchObject({ code: 'bad_request' })
  await until(() => !alive(pid))
  expect([workers.pids(), lost]).toEqual([[], []])
})

it('leaves a process to others while one account sends large pictures, two to small ones', async () => {
  const { workers, convert } = setUp()
  const large = await plain(2600, 2600)
  const order: string[] = []
  const flood = Array.from({ length: 3 }, () => convert(large).then(() => order.push('large')))
  const small = await plain(60, 40)
  const other = Array.from({ length: 3 }, () => convert(small, 'user:2').then(() => order.push('small')))
  await Promise.all([...flood, ...other])
  // The smaller ones pass all large ones but the first, which began before.
  expect(order.slice(-2)).toEqual(['large', 'large'])
  expect(workers.pids().length).toBe(2)
})

it('does nothing more once it is closed', async () => {
  const { workers, convert } = setUp()
  const converting = convert(await plain(3000, 3000))
  await until(() => workers.pids().length === 1)
  workers.close()
  await expect(converting).rejects.toMatchObject({ code: 'unavailable' })
  await until(() => workers.pids().length === 0)
  await expect(convert(await plain(60, 40))).rejects.toMatchObject({ code: 'unavailable' })
})

it('leaves no process behind after large pictures', async () => {
  const { workers, convert } = setUp()
  const huge = await plain(4100, 4100)
  const pids = new Set<number>()
  for (let i = 0; i < 3; i++) {
    const converting = convert(huge)
    await until(() => workers.pids().length === 1)
    for (const pid of workers.pids()) pids.add(pid)
    await converting
    expect(workers.pids()).toEqual([])
  }
  expect(pids.size).toBe(3)
  await until(() => ![...pids].some(alive))
}, 60_000)
