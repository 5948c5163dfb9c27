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

it('forgets in every process what was seen, and keeps what came after', () => {
  const { one, other, places } = setUp()
  one.note('GET /posts', 'slow')
  other.note('write views', 'full')
  const seen = one.list()[0]?.lastAt
  one.note('GET /posts', 'slow')
  other.note('purge', 'gone')
  one.markRead(seen)
  expect(places()).toEqual([
    ['purge', 'GET /posts'],
    ['purge', 'GET /posts'],
  ])
  expect(other.list()[1]).toMatchObject({ count: 2 })
})

it('forgets all where nobody says what was seen', () => {
  const { one, other, places } = setUp()
  other.note('GET /posts', 'slow')
  one.markRead()
  expect(places()).toEqual([[], []])
})
