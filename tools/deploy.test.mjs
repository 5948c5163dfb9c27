// The scripts and service files of deploy/: read by their own programs where these are installed, and run in a root of
// its own.
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
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { root as project } from './lib/run.mjs'

const script = join(project, 'deploy/install.sh')
const where = project.replace(/\/$/, '')
const has = (/** @type {string} */ command) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].some((folder) => existsSync(join(folder, command)))

/** @type {string[]} */
const folders = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newRoot() {
  const root = mkdtempSync(join(tmpdir(), 'shiliu-install-'))
  folders.push(root)
  const at = (/** @type {string} */ path) => join(root, path)
  const install = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync('bash', [script, '--root', root, ...args], { encoding: 'utf8' })
    return { status, out: stdout, err: stderr }
  }
  const read = (/** @type {string} */ path) => readFileSync(at(path), 'utf8')
  const env = `${where}/.env`
  const setting = (/** @type {string} */ name) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(env))?.[1]
  return { root, at, install, read, env, setting }
}

const FIRST = ['--domain', 'bbs.example.edu.cn', '--proxy', 'nginx']
const UNIT = 'etc/systemd/system/shiliu.service'
const SITE = 'etc/nginx/sites-available/shiliu'

/** The programs that the script uses, without Node. */
const NEEDED = [
  'awk',
  'bash',
  'cat',
  'chmod',
  'cmp',
  'dirname',
  'grep',
  'head',
  'id',
  'ls',
  'mkdir',
  'rm',
  'sed',
  'tail',
]
const pathOf = (/** @type {string} */ command) =>
  ['/usr/bin', '/bin'].map((folder) => join(folder, command)).find((path) => existsSync(path)) ?? command

/** Every file below a folder with its mode and content. */
function stateOf(/** @type {string} */ folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path, statSync(path).mode & 0o777, readFileSync(path, 'utf8')])
}

describe('the installation', () => {
  it('writes settings with secrets of its own, the unit, and the proxy’s file', () => {
    const { at, install, read, env, setting } = newRoot()
    expect(install(...FIRST)).toMatchObject({ status: 0, err: '' })
    expect(statSync(at(env)).mode & 0o777).toBe(0o600)
    expect(setting('JWT_SECRET')).toMatch(/^[0-9a-f]{64}$/)
    expect(setting('METRICS_TOKEN')).toMatch(/^[0-9a-f]{48}$/)
    expect(['HOST', 'TRUST_PROXY', 'DATA_DIR', 'PUBLIC_URL'].map(setting)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '/var/lib/shiliu',
      'https://bbs.example.edu.cn',
    ])
    expect(statSync(at('var/lib/shiliu')).mode & 0o777).toBe(0o700)
    expect(read(UNIT)).toContain(`\nWorkingDirectory=${where}\n`)
    expect(read(UNIT)).not.toContain('/srv/shiliu')
    expect(read(SITE)).toContain('server_name bbs.example.edu.cn;')
    expect(read(SITE)).not.toContain('shiliu.example.edu.cn')
    const other = newRoot()
    other.install(...FIRST)
    expect(other.setting('JWT_SECRET')).not.toBe(setting('JWT_SECRET'))
  })

  it('changes nothing the second time, and keeps what was changed by hand', () => {
    const { root, at, install, read, env } = newRoot()
    install(...FIRST)
    const before = stateOf(root)
    expect(install()).toMatchObject({ status: 0, err: '' })
    expect(stateOf(root)).toEqual(before)
    writeFileSync(at(env), read(env).replace(/^PORT=.*$/m, 'PORT=4000'))
    writeFileSync(at(SITE), `${read(SITE)}# ours\n`)
    const again = install(...FIRST)
    expect(again).toMatchObject({ status: 0 })
    expect(again.out).toContain(`保留改过的 ${at(SITE)}`)
    expect(read(env)).toContain('PORT=4000')
    expect(read(SITE)).toContain('# ours')
  })

  it('puts the data elsewhere, under another user, behind Caddy, whose own file comes back', () => {
    const { at, install, read, setting } = newRoot()
    const stock = '# The Caddyfile is an easy way to configure your Caddy web server.\n:80 {\n}\n'
    mkdirSync(at('etc/caddy'), { recursive: true })
    writeFileSync(at('etc/caddy/Caddyfile'), stock)
    const args = ['--domain', 'bbs.example.edu.cn', '--proxy', 'caddy', '--data', '/data/bbs/', '--user', 'bbs']
    expect(install(...args)).toMatchObject({ status: 0, err: '' })
    expect(setting('DATA_DIR')).toBe('/data/bbs')
    expect(read(UNIT)).toMatch(/\nUser=bbs\nGroup=bbs\n/)
    expect(read(UNIT)).toMatch(new RegExp(`\nReadWritePaths=${where} /data/bbs\n`))
    expect(read('etc/caddy/Caddyfile')).toContain('\nbbs.example.edu.cn {')
    // Without being told again.
    expect(install()).toMatchObject({ status: 0, err: '' })
    expect(read(UNIT)).toMatch(new RegExp(`\nUser=bbs\n[^]*ReadWritePaths=${where} /data/bbs\n`))
    expect(install('--uninstall')).toMatchObject({ status: 0, err: '' })
    expect(read('etc/caddy/Caddyfile')).toBe(stock)
  })

  it('puts the server on another port, and the proxy before it', () => {
    const { install, read, setting } = newRoot()
    expect(install(...FIRST, '--port', '3100')).toMatchObject({ status: 0, err: '' })
    expect(setting('PORT')).toBe('3100')
    expect(read(SITE)).toContain('server 127.0.0.1:3100 fail_timeout=2s;')
    // Without being told again.
    install()
    expect([setting('PORT'), read(SITE).match(/127\.0\.0\.1:\d+/)?.[0]]).toEqual(['3100', '127.0.0.1:3100'])
  })

  it('goes on where it was interrupted, also between a file and the note of what was written', () => {
    const { root, at, install, read, env } = newRoot()
    install(...FIRST)
    const whole = stateOf(root)
    rmSync(at(env))
    writeFileSync(`${at(env)}.partial-abcdef`, 'JWT_SECRET=half')
    rmSync(at(UNIT))
    writeFileSync(at(`${SITE}.shiliu-installed`), 'of the version before')
    expect(install(...FIRST)).toMatchObject({ status: 0, err: '' })
    expect(stateOf(root).map(([path]) => path)).toEqual(whole.map(([path]) => path))
    expect(read(`${SITE}.shiliu-installed`)).toBe(read(SITE))
  })

  it('follows a new version’s files, and keeps secrets and data', () => {
    const { at, install, read, env } = newRoot()
    install(...FIRST)
    writeFileSync(at('var/lib/shiliu/shiliu.db'), 'rows')
    const settings = read(env)
    for (const file of [UNIT, SITE, `${SITE}.shiliu-installed`])
      writeFileSync(at(file), read(file).replace(/^.*(?:LimitNOFILE|server_tokens).*\n/m, ''))
    expect(install()).toMatchObject({ status: 0, err: '' })
    expect([read(UNIT), read(SITE)]).toEqual([
      expect.stringContaining('LimitNOFILE'),
      expect.stringContaining('server_tokens'),
    ])
    expect([read(env), read('var/lib/shiliu/shiliu.db')]).toEqual([settings, 'rows'])
  })

  it('takes no folder with other things for its data', () => {
    const { at, install } = newRoot()
    mkdirSync(at('srv/files'), { recursive: true })
    writeFileSync(at('srv/files/thesis.pdf'), '')
    const { mode } = statSync(at('srv/files'))
    expect(install(...FIRST, '--data', '/srv/files')).toMatchObject({
      status: 1,
      err: expect.stringContaining('里有别的东西'),
    })
    expect(statSync(at('srv/files')).mode).toBe(mode)
  })

  it.each([
    ['no Node', '', '没有 Node'],
    ['an old Node', 'node() { [ "$1" != -v ] || echo v16.20.2; return 1; }', 'Node 太旧（v16.20.2）'],
  ])('needs a Node that can start it: %s', (_, command, words) => {
    const { root, at } = newRoot()
    mkdirSync(at('bin'))
    for (const name of NEEDED) symlinkSync(pathOf(name), at(`bin/${name}`))
    if (command) {
      writeFileSync(at('bin/node'), `#!/bin/bash\n${command}\nnode "$@"\n`, { mode: 0o755 })
      writeFileSync(at('bin/npm'), '#!/bin/bash\n', { mode: 0o755 })
    }
    const { status, stderr } = spawnSync(pathOf('bash'), [script, '--root', root, ...FIRST], {
      encoding: 'utf8',
      env: { PATH: at('bin') },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    expect(existsSync(at(`${where}/.env`))).toBe(false)
  })

  it('is refused to others than root, in words, before it touches anything', () => {
    const { root, at } = newRoot()
    // Root lets go of its rights, and with them perhaps of the project's folder.
    const drop = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    chmodSync(root, 0o755)
    cpSync(script, at('install.sh'))
    const { status, stderr } = spawnSync('bash', [at('install.sh'), ...FIRST], { encoding: 'utf8', ...drop })
    expect([status, stderr]).toEqual([1, expect.stringContaining('要用 root 运行')])
  })

  it('leaves another site’s Caddyfile alone', () => {
    const { at, install, read } = newRoot()
    mkdirSync(at('etc/caddy'), { recursive: true })
    writeFileSync(at('etc/caddy/Caddyfile'), 'other.example {\n}\n')
    expect(install('--domain', 'bbs.example.edu.cn', '--proxy', 'caddy').out).toContain('保留已有的')
    install('--uninstall', '--purge')
    expect(read('etc/caddy/Caddyfile')).toBe('other.example {\n}\n')
  })

  it('takes away what it wrote, and the data only when told to', () => {
    const { root, at, install, env } = newRoot()
    install(...FIRST)
    const [cache, database] = [at('var/cache/shiliu/npm'), at('var/lib/shiliu/shiliu.db')]
    mkdirSync(at('var/cache/shiliu'), { recursive: true })
    for (const file of [cache, database]) writeFileSync(file, 'x')
    expect(install('--uninstall')).toMatchObject({ status: 0, err: '' })
    expect(stateOf(root).map(([path]) => path)).toEqual([at(env), cache, database].toSorted())
    expect(install('--uninstall', '--purge')).toMatchObject({ status: 0, err: '' })
    expect([stateOf(root), existsSync(at('var/lib/shiliu'))]).toEqual([[], false])
    // Once more does no harm.
    expect(install('--uninstall', '--purge')).toMatchObject({ status: 0, err: '' })
  })

  it('does not purge a folder that is not its own', () => {
    const { at, install } = newRoot()
    install(...FIRST)
    writeFileSync(at('var/lib/shiliu/somebody.txt'), 'else')
    expect(install('--uninstall', '--purge')).toMatchObject({ status: 1, err: expect.stringContaining('自己看过再删') })
    expect(existsSync(at('var/lib/shiliu/somebody.txt'))).toBe(true)
  })

  it.each([
    [[], '--domain'],
    [['--domain', 'bbs.example.edu.cn'], '--proxy 要写 nginx、caddy 或 none'],
    [['--domain', 'https://x', '--proxy', 'none'], '--domain 不是域名'],
    [['--domain', 'a.b/$(id)', '--proxy', 'none'], '--domain 不是域名'],
    [['--domain', 'a|b.cn', '--proxy', 'none'], '--domain 不是域名'],
    [[...FIRST, '--data', 'relative'], '绝对路径'],
    [[...FIRST, '--data', '/var'], '--data 不能是'],
    [[...FIRST, '--data', '/srv/../etc'], '--data 不能是'],
    [[...FIRST, '--data', '/a b'], '不能有空格'],
    [[...FIRST, '--port', '0'], '--port 不是端口'],
    [[...FIRST, '--port', '70000'], '--port 不是端口'],
    [[...FIRST, '--user', 'a b'], '--user 不是用户名'],
    [['--purge'], '--purge 要和 --uninstall 一起用'],
    [['--domain'], '--domain 后面要写一个值'],
    [['--what'], '没有这个选项：--what'],
  ])('refuses %j in words and writes nothing', (args, words) => {
    const { root, install } = newRoot()
    expect(install(...args)).toMatchObject({ status: 1, err: expect.stringContaining(words) })
    expect(stateOf(root)).toEqual([])
  })
})

describe('the files', () => {
  const scripts = ['deploy/install.sh', '.ci/run']

  it.each(scripts)('%s is a script that bash can read', (path) => {
    execFileSync('bash', ['-n', join(project, path)])
    expect(statSync(join(project, path)).mode & 0o100).toBe(0o100)
  })

  it('the settings that the installation fills in are in the example', () => {
    const example = readFileSync(join(project, '.env.example'), 'utf8')
    const filled = Array.from(readFileSync(script, 'utf8').matchAll(/s\|\^([A-Z_]+)=\.\*\|\1=/g), ([, name]) => name)
    expect(filled.length).toBeGreaterThanOrEqual(6)
    for (const name of filled) expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  it('the image and the services of compose say whether they are well', () => {
    expect(readFileSync(join(project, 'Dockerfile'), 'utf8')).toMatch(/^HEALTHCHECK .*\\\n.*\/api\/health/m)
    const compose = readFileSync(join(project, 'compose.yaml'), 'utf8')
    const services = compose
      .slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'))
      .split(/\n {2}(?=\w+:\n)/)
    for (const service of services.slice(1).filter((text) => !text.includes('build: .')))
      expect(service).toContain('healthcheck:')
  })

  it('the image is copied from what there is, with the packages that npm puts beside the server', () => {
    const text = readFileSync(join(project, 'Dockerfile'), 'utf8')
    const lines = text.split('\n').flatMap((line) => /^COPY (?!--)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    expect(lines.length).toBeGreaterThan(8)
    const kept = readFileSync(join(project, '.dockerignore'), 'utf8').match(/(?<=^!).*$/gm) ?? []
    for (const path of lines) {
      expect(existsSync(join(project, path)), path).toBe(true)
      expect(
        kept.some((one) => path === one || path.startsWith(`${one}/`)),
        `${path} in .dockerignore`,
      ).toBe(true)
    }
    const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
    const beside = Object.keys(packages).filter(
      (path) => /^apps\/server\/node_modules\//.test(path) && !packages[path].dev,
    )
    const copied = text.includes('\nCOPY --from=packages /app/apps/server/node_modules apps/server/node_modules\n')
    // The folder is only there while one of them is.
    expect(copied).toBe(beside.length > 0)
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    for (const flag of scripts.start.match(/--\S+/g)) expect(text).toContain(`"${flag}"`)
  })

  it('compose hands every setting on', () => {
    const compose = readFileSync(join(project, 'compose.yaml'), 'utf8')
    const names = readFileSync(join(project, '.env.example'), 'utf8').match(/^[A-Z][A-Z0-9_]*(?==)/gm) ?? []
    // The image's own, and what a database that others share needs only once.
    const own = ['PORT', 'HOST', 'DATA_DIR', 'SINGLE_NODE']
    expect(names.filter((name) => !compose.includes(`\n      ${name}: \${${name}:-`) && !own.includes(name))).toEqual(
      [],
    )
  })

  // It knows no user of another machine, and says of units that it does not have that they are missing.
  if (has('systemd-analyze')) {
    it('systemd finds nothing wrong with the unit', () => {
      const { at, install } = newRoot()
      install(...FIRST)
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', at(UNIT)], {
        encoding: 'utf8',
      })
      expect([status, stdout + stderr]).toEqual([0, ''])
    })
  }
})
