import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  return tallies.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The last line of `npm test`, which scripts parse. */
export const tallyLine = (/** @type {Tally} */ { passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** Counts a run that failed without naming a failed test (a crash, a file that does not load) as one failure. */
const atLeastOne = (/** @type {number} */ failed, /** @type {number} */ code) =>
  code !== 0 && failed === 0 ? 1 : failed

/** @param {any} report JSON, `null` if none was written @param {number} code Vitest's exit code @returns {Tally} */
export function vitestTally(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length
  return {
    passed: report.numPassedTests,
    failed: atLeastOne(report.numFailedTests + brokenFiles, code),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {any} report JSON, `null` if none was written @param {number} code Playwright's exit code @returns {Tally} */
export function playwrightTally(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: atLeastOne(unexpected + flaky, code), skipped }
}

/**
 * The failed tests of a Vitest report, each with the beginning of what it says, so that the end of a long log tells
 * what failed. @param {any} report JSON, `null` if none was written @param {string} root where paths begin
 */
export function vitestFailures(report, root) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const name = file.name.replace(`${root}/`, '')
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [failure(name, file.message)]
    return failed.map((/** @type {any} */ test) => failure(`${name} › ${test.fullName}`, test.failureMessages?.[0]))
  })
}

/** The same of a Playwright report. @param {any} report JSON, `null` if none was written @returns {string[]} */
export function playwrightFailures(report) {
  return (report?.suites ?? []).flatMap(function failures(/** @type {any} */ suite) {
    const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests
        .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
        .map((/** @type {any} */ test) =>
          failure(
            `${spec.file}:${spec.line} › ${spec.title} [${test.projectName}]`,
            test.results.find((/** @type {any} */ result) => result.error)?.error.message,
          ),
        ),
    )
    return [...own, ...(suite.suites ?? []).flatMap(failures)]
  })
}

const failure = (/** @type {string} */ name, /** @type {string | undefined} */ message) =>
  [
    name,
    ...stripVTControlCharacters(message ?? '')
      .split('\n')
      .filter(Boolean)
      .slice(0, 8),
  ].join('\n    ')

/**
 * One line per step of `npm test`, and the whole time, which is less than their sum where steps run side by side.
 * @param {{ name: string, seconds: number }[]} steps @param {number} whole seconds
 */
export function timeLines(steps, whole) {
  return [...steps, { name: '合计', seconds: whole }].map(({ name, seconds }) => `用时 ${clock(seconds)}  ${name}`)
}

/** Minutes and seconds, which line up below each other. */
function clock(/** @type {number} */ seconds) {
  const whole = Math.round(seconds)
  return `${String(Math.floor(whole / 60)).padStart(2)}:${String(whole % 60).padStart(2, '0')}`
}
