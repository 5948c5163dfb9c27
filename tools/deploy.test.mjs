// The scripts and service files of deploy/: read by their own programs where these are installed, and run in a root of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
    expect(again.out).toContain('http://127.0.0.1:4000/api/health')
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
    writeFileSync(at('var/lib/shiliu/shiliu.db'), 'rows')
    expect(install('--uninstall')).toMatchObject({ status: 0, err: '' })
    expect(stateOf(root).map(([path]) => path)).toEqual([at(env), at('var/lib/shiliu/shiliu.db')].toSorted())
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
