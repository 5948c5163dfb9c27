import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `today` is `YYYY-MM-DD`; `dryRun` shows the steps and runs no tests; `test` resolves to an exit code.
 * @typedef {{ root: string, version: string | undefined, today: string, dryRun: boolean,
 *   say: (line: string) => void, test: () => Promise<number> }} ReleaseOptions
 */

const CONTRACT = 'packages/contract/src/limits.ts'
const CHANGELOG = 'CHANGELOG.md'
const UNRELEASED = '未发布'

class Refusal extends Error {}

/**
 * Anything but one version and `--dry-run` gives no version. Without `--` npm takes `--dry-run` for itself.
 * @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Pick<ReleaseOptions, 'version' | 'dryRun'>}
 */
export function releaseArguments(args, env) {
  const [version, ...more] = args.filter((arg) => arg !== '--dry-run')
  const dryRun = args.includes('--dry-run') || env.npm_config_dry_run === 'true'
  return { version: more.length === 0 ? version : undefined, dryRun }
}

/** Returns an exit code. Prints why a release is refused, before anything is changed. */
export async function release(/** @type {ReleaseOptions} */ options) {
  try {
    await runSteps(options)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    options.say(`没有发布：${error.message}`)
    return 1
  }
}

/** @param {ReleaseOptions} options */
async function runSteps({ root, version = '', today, dryRun, say, test }) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')

  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refusal('用法：npm run release -- 主.次.修订，例如 2.1.0')
  const { version: current, workspaces } = JSON.parse(read('package.json'))
  const branch = git('branch', '--show-current')
  if (branch !== 'main') throw new Refusal(`要在 main 分支上，现在是 ${branch || '游离的提交'}`)
  if (git('status', '--porcelain') !== '') throw new Refusal('有没提交的改动，先提交或收起来')
  const released = git('tag', '--list', 'v*')
    .split('\n')
    .map((tag) => tag.slice(1))
    .filter((tag) => /^\d+\.\d+\.\d+$/.test(tag))
  if (released.includes(version)) throw new Refusal(`已经有标签 v${version}`)
  // The current version may be released as long as it has no tag.
  const newest = released.toSorted(compareVersions).at(-1)
  const floor = [current, newest ?? '0.0.0'].toSorted(compareVersions).at(-1) ?? current
  if (compareVersions(version, floor) < 0) throw new Refusal(`${version} 不比 ${floor} 高`)
  const changes = read(CHANGELOG)
  if (!changes.includes(`\n## ${version} - ${UNRELEASED}\n`)) {
    throw new Refusal(`${CHANGELOG} 里没有「## ${version} - ${UNRELEASED}」这一节`)
  }
  say('检查：main 分支，没有未提交的改动，版本号和变更记录都对')

  if (dryRun) {
    say('（试运行）测试：npm test -- --suites=operations')
    say(`（试运行）版本号：${current} → ${version}，变更记录的日期 ${today}`)
    say(`（试运行）提交「Release ${version}」，标签 v${version}`)
    return
  }

  say('测试：npm test -- --suites=operations')
  if ((await test()) !== 0) throw new Refusal('测试没有全部通过')

  const files = {
    ...bumpManifests(read, current, version, workspaces),
    'package-lock.json': bumpLock(read('package-lock.json'), version, workspaces),
    [CONTRACT]: replaceOnce(
      read(CONTRACT),
      `export const VERSION = '${current}'`,
      `export const VERSION = '${version}'`,
    ),
    [CHANGELOG]: replaceOnce(changes, `## ${version} - ${UNRELEASED}`, `## ${version} - ${today}`),
  }
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
  say(`版本号：${current} → ${version}，变更记录的日期 ${today}`)
  git('add', ...Object.keys(files))
  git('commit', '--quiet', '-m', `Release ${version}`)
  git('tag', '-a', `v${version}`, '-m', `Release ${version}`)
  say(`提交「Release ${version}」，标签 v${version}`)
  say('接着：git push --follow-tags；再把这一版的站点留给以后的测试，见 apps/server/test/sites/README.md')
}

/** @param {string} a @param {string} b */
function compareVersions(a, b) {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  const different = left?.findIndex((number, i) => number !== right?.[i]) ?? -1
  return different < 0 ? 0 : (left?.[different] ?? 0) - (right?.[different] ?? 0)
}

/** @param {string} text @param {string} from @param {string} to */
function replaceOnce(text, from, to) {
  if (text.split(from).length !== 2) throw new Error(`Expected exactly one: ${from}`)
  return text.replace(from, () => to)
}

/**
 * @param {(path: string) => string} read @param {string} current @param {string} version @param {string[]} workspaces
 * @returns {Record<string, string>} the new package.json files by path
 */
function bumpManifests(read, current, version, workspaces) {
  const paths = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)]
  const bump = (/** @type {string} */ path) =>
    replaceOnce(read(path), `"version": "${current}"`, `"version": "${version}"`)
  return Object.fromEntries(paths.map((path) => [path, bump(path)]))
}

/** Edits the JSON directly, because npm drops the entries of other platforms when it rewrites a lock. */
function bumpLock(/** @type {string} */ text, /** @type {string} */ version, /** @type {string[]} */ workspaces) {
  const lock = JSON.parse(text)
  lock.version = version
  for (const folder of ['', ...workspaces]) lock.packages[folder].version = version
  return `${JSON.stringify(lock, null, 2)}\n`
}
