// Every command in docs/operations.md works: each line of its `sh` blocks is run here, or named with the test that runs it.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './lib/run.mjs'

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const blocks = Array.from(page.matchAll(/^```sh\n(.*?)^```$/gms), ([, text = '']) => text)

/** A line without its comment, and without the change of user. */
const commandOf = (/** @type {string} */ line) =>
  line
    .replace(/(?:^|\s+)#.*$/, '')
    .replace(/^runuser -u shiliu -- /, '')
    .trim()
const commands = [...new Set(blocks.flatMap((block) => block.split('\n').map(commandOf)))].filter(Boolean)

/** @type {string[]} */
const folders = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'shiliu-operations-'))
  folders.push(folder)
  return folder
}

const testFiles = ['apps/server/src', 'apps/server/test', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.(?:ts|mjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`),
)
const textOf = new Map(testFiles.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** A test has the words; `file` narrows where. */
function isTested(/** @type {RegExp} */ words, /** @type {RegExp} */ file = /./) {
  const by = testFiles.filter(
    (name) => file.test(name) && !name.endsWith('operations-commands.test.mjs') && words.test(textOf.get(name) ?? ''),
  )
  expect(by, `${words} in a test`).not.toEqual([])
}

/** @type {Map<string, string>} */
const helps = new Map()
function helpOf(/** @type {string} */ command) {
  const known = helps.get(command)
  if (known !== undefined) return known
  const run = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'apps/server/src/cli.ts', command, '--help'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect([run.status, run.stderr]).toEqual([0, ''])
  helps.set(command, run.stdout)
  return run.stdout
}

/** A server of Git with two versions, and a checkout of it. */
function newCheckout() {
  const folder = newFolder()
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '-q', 'origin')
  for (const tag of ['v2.0.0', 'v2.1.0']) {
    git('-C', 'origin', 'commit', '-q', '--allow-empty', '-m', tag)
    git('-C', 'origin', 'tag', tag)
  }
  git('clone', '-q', 'origin', 'shiliu')
  return join(folder, 'shiliu')
}

/** @type {string | undefined} */
let checkout
/** @type {string | undefined} */
let machine

/** An empty machine's root, with what the installation wrote. */
function installed() {
  if (machine) return machine
  const folder = newFolder()
  const args = [join(root, 'deploy/install.sh'), '--root', folder, '--domain', 'a.example.edu.cn', '--proxy', 'none']
  expect(spawnSync('bash', args).status).toBe(0)
  machine = folder
  return folder
}

/** What only a whole machine, or somebody else's server, can do; why it is left out. */
const OUTSIDE = new Set([
  // Of the distribution.
  'apt-get update',
  'apt-get install -y git curl nodejs npm caddy',
  // The unit is read by systemd-analyze in deploy.test.mjs.
  'systemctl daemon-reload',
  'systemctl enable --now shiliu',
  'systemctl restart shiliu',
  'systemctl stop shiliu',
  'systemctl start shiliu',
  'systemctl reload caddy',
  'journalctl -u shiliu -f',
  'useradd --system --home-dir /var/lib/shiliu --shell /usr/sbin/nologin shiliu',
  'chown -R shiliu: /srv/shiliu',
  'cd /srv/shiliu',
  'git clone <仓库的地址> /srv/shiliu',
  // No registry of images; the file's steps are those of the build.
  'docker compose up -d --build',
  'docker compose logs app',
])

/**
 * How a kind of command is covered, by what it begins with.
 * @type {[pattern: RegExp, cover: (command: string, match: RegExpExecArray) => void][]}
 */
const COVERED = [
  [
    /^npm run cli -- (\S+)(.*)$/,
    (_, [, name = '', rest = '']) => {
      const help = helpOf(name)
      for (const [option = ''] of rest.matchAll(/(?<=\s)--?[a-z][\w-]*/g)) expect(help).toContain(option)
      isTested(new RegExp(`'${name}'`), /^apps\/server\//)
    },
  ],
  [
    /^deploy\/install\.sh (.*)$/,
    (_, [, args = '']) => {
      const folder = installed()
      const run = spawnSync('bash', [join(root, 'deploy/install.sh'), '--root', folder, ...args.split(' ')], {
        encoding: 'utf8',
      })
      expect([run.status, run.stderr]).toEqual([0, ''])
    },
  ],
  [
    /^git (fetch|checkout) /,
    (command) => {
      checkout ??= newCheckout()
      execFileSync('git', command.split(' ').slice(1), { cwd: checkout, stdio: 'pipe' })
    },
  ],
  [/^git push --follow-tags$/, () => isTested(/tag/, /release\.test/)],
  [/^npm run release -- \S+( --dry-run)?$/, (_, [, dry]) => isTested(dry ? /dry/ : /release/, /release\.test/)],
  [
    /^curl -fsS (?:-H "Authorization: Bearer \$METRICS_TOKEN" )?https?:\/\/[\w.:]+(\/[\w/]+)$/,
    (_, [, path = '']) =>
      isTested(new RegExp(`['"\`/]${path.replace(/^\/api\//, '(?:/api/)?')}['"\`]`), /^apps\/server\//),
  ],
  [
    /^cp (?:deploy\/\S+ )+\/etc\/systemd\/system\/$/,
    (command) => {
      const folder = join(newFolder(), 'system')
      mkdirSync(folder)
      for (const file of command.split(' ').slice(1, -1))
        cpSync(join(root, file), join(folder, file.replace('deploy/', '')))
    },
  ],
  [
    /^cp (\S+) \.env$/,
    (_, [, file = '']) => {
      const text = readFileSync(join(root, file), 'utf8')
      expect(text).toMatch(/^JWT_SECRET=/m)
    },
  ],
  [
    /^chmod 600 \.env$/,
    () => {
      const file = join(newFolder(), '.env')
      writeFileSync(file, '')
      chmodSync(file, 0o600)
    },
  ],
  // A line of `.env`, not a command.
  [
    /^([A-Z][A-Z0-9_]*)=\S*$/,
    (_, [, name = '']) => {
      const known =
        readFileSync(join(root, '.env.example'), 'utf8') +
        readFileSync(join(root, 'apps/server/src/platform/config.ts'), 'utf8')
      expect(known).toMatch(new RegExp(`^\\s*${name}[=:]`, 'm'))
    },
  ],
]

describe('docs/operations.md', () => {
  it('has blocks that a shell can read', () => {
    expect(blocks.length).toBeGreaterThan(10)
    for (const block of blocks) {
      // What the reader puts in is in angle brackets, which a shell takes for files.
      const { status, stderr } = spawnSync('bash', ['-n'], {
        input: block.replaceAll(/<[^>\n]+>/g, 'x'),
        encoding: 'utf8',
      })
      expect([status, stderr], block).toEqual([0, ''])
    }
  })

  it.each(commands.filter((command) => !OUTSIDE.has(command)))('%s', { timeout: 30_000 }, (command) => {
    const [pattern, cover] = COVERED.find(([one]) => one.test(command)) ?? []
    expect(pattern, `nobody runs this command: cover it in ${import.meta.filename}`).toBeDefined()
    cover?.(command, /** @type {RegExpExecArray} */ (pattern?.exec(command)))
  })

  it('has every command that is left out', () => {
    expect([...OUTSIDE].filter((command) => !commands.includes(command))).toEqual([])
  })

  it('names units and files of deploy/ that exist', () => {
    const named = Array.from(page.matchAll(/\bdeploy\/[\w.-]+\w/g), ([file]) => file)
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
