import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAtLeast, nodePackage } from './ensure-node.mjs'
import { root } from './run.mjs'

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

it('compares versions with the floor', () => {
  const versions = ['v18.20.0', 'v20.19.0', 'v22.21.1', 'v22.22.0', 'v22.23.2', 'v24.0.0', 'v26.10.0']
  expect(versions.map((version) => isAtLeast(version, '>=22.22'))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})

describe('the commands, which Node 18 reads before another Node is there', () => {
  /** What is imported by name, as it is in Node 18: a name that is not there ends the command with a syntax error. */
  const IN_NODE_18 = {
    child_process: ['execFile', 'execFileSync', 'spawn'],
    crypto: ['createHash'],
    fs: 'chmodSync closeSync cpSync createReadStream createWriteStream existsSync mkdirSync mkdtempSync openSync readFileSync readdirSync renameSync rmSync statSync statfsSync writeFileSync',
    'fs/promises': ['mkdtemp', 'rm', 'writeFile'],
    module: ['createRequire'],
    net: ['connect', 'createServer'],
    os: ['constants', 'tmpdir'],
    path: ['delimiter', 'dirname', 'join', 'relative', 'resolve', 'sep'],
    'stream/promises': ['pipeline'],
    'timers/promises': ['setTimeout'],
    url: ['fileURLToPath', 'pathToFileURL'],
    util: ['parseArgs', 'promisify', 'stripVTControlCharacters'],
    zlib: ['createBrotliDecompress'],
  }
  const known = new Set(
    Object.entries(IN_NODE_18).flatMap(([module, names]) =>
      [names]
        .flat()
        .flatMap((list) => list.split(' '))
        .map((name) => `${module} ${name}`),
    ),
  )
  const tools = join(root, 'tools')
  const entries = readdirSync(tools).filter(
    (name) => /^[\w-]+\.mjs$/.test(name) && /ensure-node/.test(readFileSync(join(tools, name), 'utf8')),
  )

  it.each(entries)('%s imports by name only what that has', (entry) => {
    const files = new Set([join(tools, entry)])
    /** @type {string[]} */
    const names = []
    for (const file of files) {
      for (const [, list = '', from = ''] of readFileSync(file, 'utf8').matchAll(
        /^import (?:\{([^}]*)\} from )?'([^']+)'$/gms,
      )) {
        if (from.startsWith('.')) files.add(join(dirname(file), from))
        const module = /^node:(.*)/.exec(from)?.[1]
        if (module) names.push(...list.split(',').map((name) => `${module} ${name.trim().split(' ')[0]}`))
      }
    }
    expect(names.filter((name) => !name.endsWith(' ') && !known.has(name))).toEqual([])
  })
})

describe('nodePackage', () => {
  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['win32', 'x64'],
  ])('names a pinned Node 24 above the floor for %s %s', (platform, arch) => {
    const found = nodePackage(platform, arch, false)
    expect(found?.version).toMatch(/^24\./)
    expect(isAtLeast(found?.version, engines.node)).toBe(true)
  })

  it('knows where the registry has none', () => {
    expect(nodePackage('darwin', 'arm64', false)).toBeUndefined()
    expect(nodePackage('linux', 'x64', true)).toBeUndefined()
    expect(nodePackage('freebsd', 'x64', false)).toBeUndefined()
  })

  it('pins every package by its hash', () => {
    /** @type {{ packages: Record<string, { integrity?: string, resolved?: string }> }} */
    const { packages } = JSON.parse(readFileSync(join(root, 'tools/node/package-lock.json'), 'utf8'))
    const { '': _, ...locked } = packages
    expect(Object.keys(locked)).toHaveLength(4)
    for (const { integrity } of Object.values(locked)) expect(integrity).toMatch(/^sha512-/)
  })
})

// The downloaded Node is a shell script here, which only POSIX systems run.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on a Node below the floor', () => {
  let copy = ''
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'ensure-node-'))
    cpSync(join(root, 'tools/lib'), join(copy, 'tools/lib'), { recursive: true })
    cpSync(join(root, 'tools/node'), join(copy, 'tools/node'), { recursive: true })
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ engines: { node: '>=99' } }))
    writeFileSync(join(copy, 'tools/command.mjs'), "import './lib/ensure-node.mjs'\nprocess.exit(1)")
  })
  afterEach(() => rmSync(copy, { recursive: true }))

  const found = nodePackage('linux', 'x64', false)
  const bin = found?.bin ?? ''
  const folder = () => join(copy, `.cache/node/${found?.name}-${found?.version}`)

  function spawnCommand(/** @type {NodeJS.ProcessEnv} */ settings = {}) {
    const { npm_lifecycle_event: _, ...env } = process.env
    const args = ['tools/command.mjs', 'first', '--second']
    return spawn(process.execPath, args, { cwd: copy, env: { ...env, ...settings } })
  }

  /** Puts `script` where the downloaded Node is looked for, and runs the command. */
  function runCommand(/** @type {string} */ script) {
    const node = join(folder(), bin)
    mkdirSync(dirname(node), { recursive: true })
    writeFileSync(node, `#!/bin/sh\n${script}`)
    chmodSync(node, 0o755)
    return { child: spawnCommand(), node }
  }

  it('runs the command with its arguments, the exit code and the path', async () => {
    const { child, node } = runCommand('echo "$(basename "$1") $2 $3"; command -v node; exit 7')
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(output).toBe(`command.mjs first --second\n${node}\n`)
    expect(code).toBe(7)
  })

  it('passes signals on and waits for the end', async () => {
    const { child } = runCommand(`trap 'echo stopped; exit 0' TERM; echo ready; while :; do sleep 0.05; done`)
    const output = text(child.stdout)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(143)
    expect(await output).toContain('stopped')
  })

  it('downloads again what is incomplete', async () => {
    mkdirSync(dirname(join(folder(), bin)), { recursive: true })
    writeFileSync(
      join(copy, 'npm-cli.js'),
      `const { mkdirSync, writeFileSync } = require('node:fs')
      mkdirSync('${dirname(bin)}', { recursive: true })
      writeFileSync('${bin}', '#!/bin/sh\\necho downloaded; exit 7', { mode: 0o755 })`,
    )
    const child = spawnCommand({ npm_execpath: join(copy, 'npm-cli.js') })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(output).toMatch(/\ndownloaded\n$/)
    expect(code).toBe(7)
    expect(readdirSync(join(copy, '.cache/node'))).toEqual([`${found?.name}-${found?.version}`])
  })

  it('lets npm say why a download failed', async () => {
    writeFileSync(join(copy, 'npm-cli.js'), "require('node:fs').cpSync('.', '../../../seen', { recursive: true })")
    const child = spawnCommand({ npm_execpath: join(copy, 'npm-cli.js') })
    expect(await once(child, 'exit')).toEqual([1, null])
    const seen = (/** @type {string} */ file) => JSON.parse(readFileSync(join(copy, 'seen', file), 'utf8'))
    expect(seen('package.json')).toEqual({ private: true, dependencies: { [`${found?.name}`]: found?.version } })
    const { packages } = seen('package-lock.json')
    expect(Object.keys(packages)).toEqual(['', `node_modules/${found?.name}`])
    expect(packages[`node_modules/${found?.name}`]).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
    expect(packages[`node_modules/${found?.name}`]).not.toHaveProperty('optional')
  })
})
