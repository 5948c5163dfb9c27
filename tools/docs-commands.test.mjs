// Every command in the docs works: each line of a `sh` block and each command in the text is run here, or named with
// the test that runs it. What `cli` and the server answer is run in apps/server/test/operations/docs.test.ts.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import docsFolders from './lib/docs-folders.json' with { type: 'json' }
import { releaseArguments } from './lib/release.mjs'
import { root } from './lib/run.mjs'

/** Pages for whoever runs or works on the site; decisions and changes tell what was. */
const pages = docsFolders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
const textOfPage = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]))

const blocks = Array.from(textOfPage).flatMap(([page, text]) =>
  Array.from(text.matchAll(/^( *)```sh\n(.*?)^ *```$/gms), ([, indent = '', block = '']) => ({
    page,
    block: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })),
)

/** In the text or a table: what begins as these do, with at least one word more. */
const INLINE =
  /`((?:npm (?:run|start|test)|npx|node \w+\/|git (?:fetch|checkout|push)|docker|systemctl \w+ |runuser -u \S+ -- \w|deploy\/install\.sh --|certbot|curl|grep -|chown|chmod|cp|journalctl)\b[^`\n]*)`/g
const inline = Array.from(textOfPage.values()).flatMap((text) =>
  Array.from(text.matchAll(INLINE), ([, command = '']) => command),
)

/** A line without its comment, and without the change of user. */
const commandOf = (/** @type {string} */ line) =>
  line
    .replace(/(?:^|\s+)#.*$/, '')
    .replace(/^runuser -u shiliu -- /, '')
    .trim()
const lines = [...blocks.flatMap(({ block }) => block.split('\n')), ...inline]
const commands = [...new Set(lines.map(commandOf))].filter(Boolean)

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

/** A test has the words. */
function isTested(/** @type {RegExp} */ words) {
  const by = testFiles.filter((name) => !name.endsWith('docs-commands.test.mjs') && words.test(textOf.get(name) ?? ''))
  expect(by, `${words} in a test`).not.toEqual([])
}

/** @type {Map<string, string>} */
const helps = new Map()
/** In this process, which loads the program once. Without a command of the program itself. */
async function helpOf(/** @type {string} */ command = '') {
  const known = helps.get(command)
  if (known !== undefined) return known
  /** @type {{ runCli: (argv: string[], config: () => never, terminal: object) => Promise<number> }} */
  const { runCli } = await import(pathToFileURL(join(root, 'apps/server/src/cli/program.ts')).href)
  let help = ''
  const write = (/** @type {string} */ text) => (help += text)
  const noConfig = () => {
    throw new Error('help reads no settings')
  }
  const code = await runCli([command, '--help'].filter(Boolean), noConfig, { out: write, err: write, isTTY: false })
  expect(code, help).toBe(0)
  helps.set(command, help)
  return help
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

/** An empty machine's root, with what the installation wrote. */
function installed() {
  const folder = newFolder()
  const args = [join(root, 'deploy/install.sh'), '--root', folder, '--domain', 'a.example.edu.cn', '--proxy', 'none']
  expect(spawnSync('bash', args).status).toBe(0)
  return folder
}

/** What only a whole machine, or somebody else's server, can do; why it is left out. */
const OUTSIDE = new Set([
  // Where the commands below it are run.
  'cd /srv/shiliu',
  // Of the distribution.
  'apt-get update',
  'apt-get install -y --no-install-recommends ca-certificates git curl nodejs npm caddy',
  // systemd has to have started the machine; it reads the unit in deploy.test.mjs.
  'systemctl restart shiliu',
  'systemctl stop shiliu',
  'systemctl start shiliu',
  'systemctl reload-or-restart caddy',
  'systemctl status shiliu',
  'systemctl status caddy',
  'systemctl edit shiliu',
  'journalctl -u shiliu -f',
  'journalctl -u shiliu -n 50',
  'journalctl -u caddy',
  // From another machine.
  'scp root@10.0.0.1:/srv/shiliu/.env /srv/shiliu/.env',
  // An authority of certificates has to reach the machine by its name.
  'certbot renew',
  'certbot certonly --standalone -d 域名',
  "certbot renew --webroot -w /var/www/html --deploy-hook 'systemctl reload nginx'",
  // No registry of images; deploy.test.mjs reads the files, and the program's own commands in a container are covered
  // below.
  'docker compose up -d',
  'docker compose up -d --build',
  'docker compose build',
  'docker compose stop app',
  'docker compose logs app',
  'docker compose logs --tail 50 app',
  'docker compose restart app',
  'docker compose cp app:/data/backups ./备份',
  // Old versions, built anew.
  'git checkout vX.Y.Z && npm ci',
  'git checkout main && git add apps/server/test/sites/X.Y.Z',
  'git worktree add ../before d6f1f7f && (cd ../before && npm ci && npm run build)',
])

/** @type {Record<string, string>} */
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

/** The program of a suite, run with `--help`, knows the options. */
function hasOptions(/** @type {string} */ file, /** @type {string} */ args) {
  let help = helps.get(file)
  if (help === undefined) {
    const flags = ['--disable-warning=ExperimentalWarning']
    help = execFileSync(process.execPath, [...flags, file, '--help'], { cwd: root, encoding: 'utf8' })
    helps.set(file, help)
  }
  for (const [option = ''] of args.matchAll(/--[a-z]+/g)) if (option !== '--help') expect(help).toContain(option)
  for (const name of /--(?:only|rows) (\S+)/.exec(args)?.[1]?.split(',') ?? [])
    expect(help).toMatch(new RegExp(`\\b${name}\\b`))
}

const filesIn = (/** @type {string} */ folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })

async function isCliCommand(/** @type {string} */ name, /** @type {string} */ rest) {
  const help = await helpOf(name)
  for (const [option = ''] of rest.matchAll(/(?<=\s)--?[a-z][\w-]*/g)) expect(help).toContain(option)
}

/**
 * How a kind of command is covered, by what it begins with.
 * @type {[pattern: RegExp, cover: (command: string, match: RegExpExecArray) => unknown][]}
 */
const COVERED = [
  [/^npm run cli(?: -- (?:--help|<command>))?$/, () => helpOf('backup')],
  [/^npm run cli -- (\S+)(.*)$/, (_, [, name = '', rest = '']) => isCliCommand(name, rest)],
  [
    /^docker compose (?:exec|run --rm) app node apps\/server\/dist\/cli\.js (\S+)(.*)$/,
    (_, [, name = '', rest = '']) => (name === '--help' ? helpOf('backup') : isCliCommand(name, rest)),
  ],
  // Each alone is what everybody who works on the site runs; those that serve it are started by the tests of other
  // versions.
  [
    /^npm (?:run )?(start|test|demo|dev|build|check|fix|e2e|bench|attack|faults)$/,
    (_, [, name = '']) => {
      expect(scripts).toHaveProperty(name)
      for (const [file] of scripts[name]?.matchAll(/tools\/\S+/g) ?? []) expect(existsSync(join(root, file))).toBe(true)
    },
  ],
  [/^npm run bench -- (.*)$/, (_, [, args = '']) => hasOptions('bench/main.ts', args)],
  [/^npm run attack -- (.*)$/, (_, [, args = '']) => hasOptions('resilience/attack/main.ts', args)],
  [
    /^npm run faults -- (\w+)$/,
    (_, [, name = '']) =>
      expect(readFileSync(join(root, 'resilience/faults/main.ts'), 'utf8')).toMatch(new RegExp(`name: '.*${name}`)),
  ],
  [
    /^npm run e2e -- (\w+)(?: --project=(\w+))?$/,
    (_, [, filter = '', project]) => {
      expect(filesIn('e2e').filter((file) => file.endsWith('.spec.ts') && file.includes(filter))).not.toEqual([])
      const config = readFileSync(join(root, 'e2e/playwright.config.ts'), 'utf8')
      if (project) expect(config).toContain(`name: '${project}'`)
    },
  ],
  [
    /^npx vitest --project (\w+) (\w+)$/,
    (_, [, project = '', filter = '']) => {
      expect(readFileSync(join(root, 'vitest.config.ts'), 'utf8')).toContain(`'${project}'`)
      expect(testFiles.filter((file) => file.includes(project) && file.includes(filter))).not.toEqual([])
    },
  ],
  [
    /^npm test -- --suites=(\S+)$/,
    (_, [, suites = '']) => {
      for (const name of suites.split(',')) expect(name === 'operations' || name in scripts).toBe(true)
    },
  ],
  [
    /^node (apps\/\S+\.ts)$/,
    (_, [, file = '']) => {
      execFileSync(process.execPath, ['--check', file], { cwd: root })
    },
  ],
  [
    /^(node -e ".*") \| less$/,
    (_, [, command = '']) => {
      const cwd = join(root, 'apps/server/test/sites')
      expect(
        JSON.parse(execFileSync('bash', ['-c', command], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })),
      ).toBeTypeOf('object')
    },
  ],
  [
    /^grep -h '"(?:(?:address|event)":")?[\w.:]+"' \/var\/lib\/shiliu\/logs\/security-\*\.log$/,
    (command) => {
      const cwd = newFolder()
      mkdirSync(join(cwd, 'logs'))
      const line = JSON.stringify({ event: 'registration', account: 'user:5', address: '203.0.113.9' })
      writeFileSync(join(cwd, 'logs/security-2026-09-01.log'), `${line}\n{"account":"user:55"}\n`)
      expect(execFileSync('bash', ['-c', command.replace('/var/lib/shiliu', '.')], { cwd, encoding: 'utf8' })).toBe(
        `${line}\n`,
      )
      isTested(/account: '?`?user:/)
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
  // Takes along annotated tags only.
  [
    /^git push --follow-tags$/,
    () => expect(readFileSync(join(root, 'tools/lib/release.mjs'), 'utf8')).toContain("git('tag', '-a'"),
  ],
  [
    /^npm run release -- \S+( --dry-run)?$/,
    (command, [, dry]) =>
      expect(releaseArguments(command.split(' ').slice(4), {})).toEqual({
        version: expect.stringMatching(/^(?:\d+\.\d+\.\d+|X\.Y\.Z)$/),
        dryRun: Boolean(dry),
      }),
  ],
  // docs.test.ts of the server runs each that it finds in the same folders.
  [/^curl -/, () => undefined],
  [
    /^git clone <仓库的地址> \/srv\/shiliu$/,
    (command) => {
      checkout ??= newCheckout()
      const [from, to] = [join(checkout, '../origin'), join(newFolder(), 'shiliu')]
      const own = command.replace('<仓库的地址>', from).replace('/srv/shiliu', to)
      execFileSync('bash', ['-c', own], { stdio: 'pipe' })
      expect(existsSync(join(to, '.git'))).toBe(true)
    },
  ],
  [
    /^chown -R shiliu: <DATA_DIR>$/,
    (command) => {
      const own = command.replace('shiliu', userInfo().username).replace('<DATA_DIR>', newFolder())
      execFileSync('bash', ['-c', own], { stdio: 'pipe' })
    },
  ],
  [
    /^cp (\S+) \.env$/,
    (_, [, file = '']) => {
      const text = readFileSync(join(root, file), 'utf8')
      expect(text).toMatch(/^JWT_SECRET=/m)
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

describe('the docs', () => {
  it('have blocks that a shell can read', { timeout: 30_000 }, () => {
    expect(blocks.length).toBeGreaterThan(20)
    expect(inline.length).toBeGreaterThan(20)
    for (const { page, block } of blocks) {
      // What the reader puts in is in angle brackets, which a shell takes for files.
      const { status, stderr } = spawnSync('bash', ['-n'], {
        input: block.replaceAll(/<[^>\n]+>/g, 'x'),
        encoding: 'utf8',
      })
      expect([status, stderr], page).toEqual([0, ''])
    }
  })

  it.each(commands.filter((command) => !OUTSIDE.has(command)))('%s', { timeout: 30_000 }, async (command) => {
    const [pattern, cover] = COVERED.find(([one]) => one.test(command)) ?? []
    expect(pattern, `nobody runs this command: cover it in ${import.meta.filename}`).toBeDefined()
    await cover?.(command, /** @type {RegExpExecArray} */ (pattern?.exec(command)))
  })

  it('list in design.md all commands of `cli` and all settings', async () => {
    const page = textOfPage.get('docs/design.md') ?? ''
    const namesIn = (/** @type {string | undefined} */ text, /** @type {RegExp} */ name) =>
      Array.from((text ?? '').matchAll(name), ([, found = '']) => found).toSorted()
    const row = /^\| `npm run cli -- <command>` \|(.*)$/m.exec(page)?.[1]
    const listed = namesIn(await helpOf(), /^ {2}([a-z][\w:-]*)/gm).filter((name) => name !== 'help')
    expect(namesIn(row, /`([a-z][\w:-]*)`/g)).toEqual(listed)
    const settings = namesIn(/^## Settings$(.*?)^## /ms.exec(page)?.[1], /`([A-Z][A-Z0-9_]*\*?)`/g)
    const example = namesIn(readFileSync(join(root, '.env.example'), 'utf8'), /^#? ?([A-Z][A-Z0-9_]*)=/gm)
    const isListed = (/** @type {string} */ name) =>
      settings.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
    expect(example.length).toBeGreaterThan(20)
    expect(example.filter((name) => !isListed(name))).toEqual([])
  })

  it('have every command that is left out', () => {
    expect([...OUTSIDE].filter((command) => !commands.includes(command))).toEqual([])
  })

  it('name files of deploy/ that exist', () => {
    const named = Array.from(textOfPage.values()).flatMap((text) =>
      Array.from(text.matchAll(/\bdeploy\/[\w.-]+\w/g), ([file]) => file),
    )
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
