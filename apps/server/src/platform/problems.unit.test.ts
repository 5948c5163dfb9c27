import { expect, it } from 'vitest'
import { localBus } from './events/bus.ts'
import { problemList } from './problems.ts'

/** Two processes of a site. */
function setUp() {
  let time = 0
  const [bus, clock] = [localBus(), { now: () => time++ }]
  const [one, other] = [problemList(bus, clock), problemList(bus, clock)]
  const places = () => [one, other].map((problems) => problems.list().map(({ place }) => place))
  return { one, other, places }
}

it('removes in every process what was read, and keeps what came after', () => {
  const { one, other, places } = setUp()
  one.record('GET /posts', 'slow')
  other.record('write views', 'full')
  const seen = one.list()[0]?.lastAt
  one.record('GET /posts', 'slow')
  other.record('purge', 'gone')
  one.markRead(seen)
  expect(places()).toEqual([
    ['purge', 'GET /posts'],
    ['purge', 'GET /posts'],
  ])
  expect(other.list()[1]).toMatchObject({ count: 2 })
})

it('removes everything where no time is given', () => {
  const { one, other, places } = setUp()
  other.record('GET /posts', 'slow')
  one.markRead()
  expect(places()).toEqual([[], []])
})

it('keeps faults of the server whatever browsers report', () => {
  const { one, other } = setUp()
  one.record('GET /posts', 'slow')
  for (let n = 0; n < 100; n++) other.recordFromBrowser('/explore', `TypeError: ${n}`)
  const places = one.list().map(({ place, fault }) => `${place} ${fault}`)
  expect(places).toHaveLength(21)
  expect(places.at(0)).toBe('浏览器 /explore TypeError: 99')
  expect(places.at(-1)).toBe('GET /posts slow')
})
