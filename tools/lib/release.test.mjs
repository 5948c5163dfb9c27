import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { release, releaseArguments } from './release.mjs'
import { root as repository } from './run.mjs'

const json = (/** @type {object} */ value) => `${JSON.stringify(value, null, 2)}\n`
const FILES = {
  'package.json': json({ name: 'shiliu', version: '1.0.0', workspaces: ['packages/contract'] }),
  'packages/contract/package.json': json({ name: '@shiliu/contract', version: '1.0.0' }),
  'package-lock.json': json({
    name: 'shiliu',
    version: '1.0.0',
    packages: {
      '': { name: 'shiliu', version: '1.0.0' },
      'node_modules/other': { version: '1.0.0', optional: true, os: ['darwin'] },
      'packages/contract': { name: '@shiliu/contract', version: '1.0.0' },
    },
  }),
  'packages/contract/src/limits.ts': "export const VERSION = '1.0.0'\nexport const API_VERSION = '1.0.0'\n",
  'CHANGELOG.md': '# 变更\n\n## 1.1.0 - 未发布\n\n- 新的\n\n## 1.0.0 - 2026-01-01\n\n- 旧的\n',
}

let root = ''
/** @type {string[]} */
let lines = []
let tested = 0

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
/** @param {string | undefined} version */
const run = (version, { dryRun = false, testCode = 0 } = {}) =>
  release({
    root,
    version,
    today: '2026-02-03',
    dryRun,
    say: (line) => lines.push(line),
    test: async () => {
      tested++
      return testCode
    },
  })

const template = mkdtempSync(join(tmpdir(), 'release-'))
beforeAll(() => {
  root = template
  for (const [path, text] of Object.entries(FILES)) write(path, text)
  const config =
    '[user]\n\tname = Test\n\temail = test@example.com\n[commit]\n\tgpgSign = false\n[tag]\n\tgpgSign = false\n'
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(root, '.git/config'), `${read('.git/config')}${config}`)
  git('add', '.')
  git('commit', '--quiet', '-m', 'Start')
})
afterAll(() => rmSync(template, { recursive: true }))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'))
  cpSync(template, root, { recursive: true })
  lines = []
  tested = 0
})
afterEach(() => rmSync(root, { recursive: true }))

describe('a release', () => {
  it('tests, bumps every version, dates the change log, commits and tags', async () => {
    expect(await run('1.1.0')).toBe(0)
    expect(tested).toBe(1)
    expect(JSON.parse(read('package.json')).version).toBe('1.1.0')
    expect(JSON.parse(read('packages/contract/package.json')).version).toBe('1.1.0')
    expect(read('packages/contract/src/limits.ts')).toBe(
      "export const VERSION = '1.1.0'\nexport const API_VERSION = '1.0.0'\n",
    )
    expect(read('CHANGELOG.md')).toContain('## 1.1.0 - 2026-02-03\n\n- 新的\n\n## 1.0.0 - 2026-01-01')
    const lock = JSON.parse(read('package-lock.json'))
    expect([lock.version, lock.packages[''].version, lock.packages['packages/contract'].version]).toEqual(
      Array(3).fill('1.1.0'),
    )
    expect(lock.packages['node_modules/other']).toEqual({ version: '1.0.0', optional: true, os: ['darwin'] })
    expect(git('log', '-1', '--format=%s')).toBe('Release 1.1.0')
    expect(git('rev-parse', 'v1.1.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
    expect(git('status', '--porcelain')).toBe('')
  })

  it('tags the current version as long as it has no tag', async () => {
    write('CHANGELOG.md', '# 变更\n\n## 1.0.0 - 未发布\n\n- 第一版\n')
    git('commit', '--quiet', '-am', 'Prepare')
    expect(await run('1.0.0')).toBe(0)
    expect(git('tag', '--list')).toBe('v1.0.0')
    expect(read('CHANGELOG.md')).toContain('## 1.0.0 - 2026-02-03')
  })

  it('changes nothing on a dry run and says what it would do', async () => {
    const before = git('rev-parse', 'HEAD')
    expect(await run('1.1.0', { dryRun: true })).toBe(0)
    expect(tested).toBe(0)
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag', '--list')).toBe('')
    expect(lines.join('\n')).toContain('1.0.0 → 1.1.0')
  })
})

describe('a release is refused', () => {
  /** @type {[string, string | undefined, () => void, string][]} */
  const cases = [
    ['without a version', undefined, () => undefined, '用法'],
    ['with something else than X.Y.Z', 'v1.1', () => undefined, '用法'],
    ['with uncommitted changes', '1.1.0', () => write('CHANGELOG.md', `${read('CHANGELOG.md')}\n`), '没提交'],
    ['with untracked files', '1.1.0', () => write('new.txt', ''), '没提交'],
    ['on another branch', '1.1.0', () => git('switch', '--quiet', '-c', 'topic'), 'topic'],
    ['on a detached commit', '1.1.0', () => git('switch', '--quiet', '--detach'), '游离'],
    ['with a version that is not higher', '0.9.9', () => undefined, '不比 1.0.0 高'],
    ['with a version below the newest tag', '1.1.0', () => git('tag', 'v1.10.0'), '不比 1.10.0 高'],
    ['with a tag that exists', '1.1.0', () => git('tag', 'v1.1.0'), '已经有标签 v1.1.0'],
    ['without a section in the change log', '1.2.0', () => undefined, '没有「## 1.2.0'],
  ]
  it.each(cases)('%s', async (_, version, prepare, reason) => {
    prepare()
    const before = git('rev-parse', 'HEAD')
    expect(await run(version)).toBe(1)
    expect(lines.at(-1)).toMatch(/^没有发布：/)
    expect(lines.at(-1)).toContain(reason)
    expect(tested).toBe(0)
    expect(git('rev-parse', 'HEAD')).toBe(before)
  })

  it('when the tests fail', async () => {
    expect(await run('1.1.0', { testCode: 1 })).toBe(1)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag', '--list')).toBe('')
  })
})

it('rewrites the lock of this repository without touching anything else', () => {
  const text = readFileSync(join(repository, 'package-lock.json'), 'utf8')
  expect(json(JSON.parse(text))).toBe(text)
})

it('takes one version and --dry-run, and no version where anything else is given', () => {
  expect(releaseArguments(['2.1.0'], {})).toEqual({ version: '2.1.0', dryRun: false })
  expect(releaseArguments(['--dry-run', '2.1.0'], {})).toEqual({ version: '2.1.0', dryRun: true })
  expect(releaseArguments(['2.1.0'], { npm_config_dry_run: 'true' })).toEqual({ version: '2.1.0', dryRun: true })
  for (const more of ['--dryrun', '-n', '2.2.0']) {
    expect(releaseArguments(['2.1.0', more], {}).version).toBeUndefined()
  }
})
