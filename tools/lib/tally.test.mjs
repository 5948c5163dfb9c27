import { describe, expect, it } from 'vitest'
import {
  playwrightFailures,
  playwrightTally,
  sum,
  tallyLine,
  timeLines,
  vitestFailures,
  vitestTally,
} from './tally.mjs'

const vitestReport = (over = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [],
  ...over,
})

describe('the sum of all runners', () => {
  it('adds up and prints the line that scripts read', () => {
    const total = sum([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 10, failed: 3, skipped: 0 },
    ])
    expect(tallyLine(total)).toBe('11 passed, 3 failed, 2 skipped')
  })

  it('reads both reports', () => {
    expect(vitestTally(vitestReport(), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
    expect(playwrightTally({ stats }, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  it('counts a test file that does not load', () => {
    const broken = { status: 'failed', assertionResults: [] }
    const counted = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    const report = vitestReport({ numFailedTests: 1, testResults: [broken, counted] })
    expect(vitestTally(report, 1).failed).toBe(2)
  })

  it('never calls a bad end a success', () => {
    expect(vitestTally(null, 0).failed).toBe(1)
    expect(playwrightTally(null, 0).failed).toBe(1)
    expect(vitestTally(vitestReport(), 1).failed).toBe(1)
    expect(playwrightTally({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }, 1).failed).toBe(1)
  })
})

it('names what failed, with the beginning of its message', () => {
  const report = vitestReport({
    testResults: [
      { name: '/site/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'is well' }] },
      { name: '/site/b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
      {
        name: '/site/c.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'adds', failureMessages: ['\u001b[31mexpected 2\u001b[39m\n'] },
        ],
      },
    ],
  })
  expect(vitestFailures(report, '/site')).toEqual(['b.test.ts\n    no such file', 'c.test.ts › adds\n    expected 2'])
  const test = (/** @type {string} */ status) => ({
    projectName: 'phone',
    status,
    results: [{ error: { message: status } }, {}],
  })
  const specs = [{ file: 'a.spec.ts', line: 7, title: 'opens', tests: [test('expected'), test('flaky')] }]
  expect(playwrightFailures({ suites: [{ specs: [], suites: [{ specs }] }] })).toEqual([
    'a.spec.ts:7 › opens [phone]\n    flaky',
  ])
  expect([...vitestFailures(null, ''), ...playwrightFailures(null)]).toEqual([])
})

it('says how long each step took, and all of them', () => {
  const steps = [
    { name: '构建', seconds: 9.7 },
    { name: '浏览器测试', seconds: 479.5 },
  ]
  expect(timeLines(steps, 608.6)).toEqual(['用时  0:10  构建', '用时  8:00  浏览器测试', '用时 10:09  合计'])
})
