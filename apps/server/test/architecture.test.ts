/** Import rules and file conventions of every package (ARCHITECTURE.md, docs/decisions/007-module-tiers.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

const TIERS = [
  ['users', 'media', 'notifications', 'tags', 'categories', 'addresses', 'moderation', 'mail', 'backups'],
  ['posts', 'announcements', 'reports'],
  ['comments', 'collections', 'follows'],
  ['sanctions'],
  ['likes', 'feed', 'search', 'auth'],
  ['campus'],
  ['account'],
  ['admin', 'site'],
  ['review'],
]
const tierOf = (module: string) => TIERS.findIndex((tier) => tier.includes(module))

/** What each layer of the web app may import, besides packages and app/paths.ts. */
const WEB_LAYERS: Record<string, string[]> = {
  ui: ['ui'],
  api: ['api'],
  data: ['data', 'api', 'ui'],
  entities: ['entities', 'data', 'api', 'ui'],
  features: ['features', 'entities', 'data', 'api', 'ui'],
  admin: ['admin', 'entities', 'data', 'api', 'ui'],
  app: ['app', 'admin', 'features', 'entities', 'data', 'api', 'ui'],
}

type Source = { file: string; lines: number; imports: string[]; text: string }

/** The source files below a folder; imports are paths from the folder (`platform/db/tx.ts`) or package names. */
function sources(folder: string): Source[] {
  const base = join(root, folder)
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => {
      const text = readFileSync(join(base, file), 'utf8')
      const found = text.matchAll(/\b(?<!\/)(?:from|import)\s*\(?\s*'([^']+)'/g)
      const imports = Array.from(found, ([, target = '']) => {
        if (target.startsWith('#')) return target.slice(1)
        return target.startsWith('.')
          ? relative(base, resolve(base, dirname(file), target))
              .split(sep)
              .join('/')
          : target
      })
      return { file: file.split(sep).join('/'), lines: text.split('\n').length - 1, imports, text }
    })
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const contract = sources('packages/contract/src')
const server = sources('apps/server/src')
const web = sources('apps/web/src')
const production = [...contract, ...server, ...web].filter(({ file }) => !isTest(file))

/** `file → import` for each import that `forbidden` matches. */
function breaches(files: Source[], forbidden: (file: string, target: string) => boolean): string[] {
  return files
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, imports }) => imports.filter((target) => forbidden(file, target)).map((to) => `${file} → ${to}`))
}

function lengthAt(files: Source[], part: number): number {
  const lengths = files.map(({ lines }) => lines).toSorted((a, b) => a - b)
  return lengths[Math.floor(lengths.length * part)] ?? 0
}

const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))
const inModules = inside('modules')
const moduleOf = (path: string) => path.split('/')[1] ?? ''

describe('imports', () => {
  it('the contract imports zod only', () => {
    expect(breaches(contract, (_, to) => !to.endsWith('.ts') && to !== 'zod')).toEqual([])
  })

  it('server and web never import each other', () => {
    expect(breaches(server, (_, to) => /^@shiliu\/(web|e2e)/.test(to))).toEqual([])
    expect(breaches(web, (_, to) => /^@shiliu\/(server|e2e)/.test(to))).toEqual([])
  })

  it.each([
    ['apps/server', server],
    ['apps/web', web],
    ['packages/contract', contract],
  ])('%s declares the packages that it runs on, other than those for development', (folder, files) => {
    const { dependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const isPackage = (to: string) => /^[@a-z][\w/.-]+$/.test(to) && !/\.(tsx?|json|css)$/.test(to)
    const nameOf = (to: string) => to.split('/', to.startsWith('@') ? 2 : 1).join('/')
    expect(breaches(files, (_, to) => isPackage(to) && !Object.hasOwn(dependencies, nameOf(to)))).toEqual([])
  })

  it('platform imports no module', () => {
    expect(
      breaches(server, (file, to) => inside('platform')(file) && !inside('platform')(to) && to.endsWith('.ts')),
    ).toEqual([])
  })

  it('modules import lower tiers only, through services', () => {
    const wrong = breaches(server, (file, to) => {
      if (!inModules(file) || !inModules(to) || moduleOf(file) === moduleOf(to)) return false
      return tierOf(moduleOf(to)) >= tierOf(moduleOf(file)) || !/\.(service|present)\.ts$/.test(to)
    })
    expect(wrong).toEqual([])
    const unknown = server.filter(({ file }) => inModules(file) && tierOf(moduleOf(file)) < 0)
    expect(unknown.map(({ file }) => file)).toEqual([])
  })

  it('SQL stays in repos, HTTP in routes', () => {
    const mayQuery = (file: string) => inside('platform/db', 'platform/search')(file) || file.endsWith('.repo.ts')
    expect(breaches(server, (file, to) => to === 'kysely' && !mayQuery(file))).toEqual([])
    const querying = /\.(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom)\(/
    const wrong = server.filter(({ file, text }) => !isTest(file) && !mayQuery(file) && querying.test(text))
    expect(wrong.map(({ file }) => file)).toEqual([])
    const mayServe = (file: string) =>
      inside('platform/http')(file) || /(^app|^deps|^resources|\.routes)\.ts$/.test(file)
    expect(breaches(server, (file, to) => /^fastify|^@fastify/.test(to) && !mayServe(file))).toEqual([])
  })

  it('web layers import lower layers only, and features never each other', () => {
    const wrong = breaches(web, (file, to) => {
      const [layer = '', feature] = file.split('/')
      if (!file.includes('/') || !/\.tsx?$/.test(to) || to === 'app/paths.ts') return false
      const [target = '', otherFeature] = to.split('/')
      if (!WEB_LAYERS[layer]?.includes(target)) return true
      return layer === 'features' && target === 'features' && feature !== otherFeature
    })
    expect(wrong).toEqual([])
  })
})

describe('conventions', () => {
  it('only the settings read the environment', () => {
    const readers = server.filter(
      ({ file, text }) => file !== 'platform/config.ts' && !isTest(file) && /process\.env/.test(text),
    )
    expect(readers.map(({ file }) => file)).toEqual([])
  })

  it('no default exports, no barrels', () => {
    const exporting = production.filter(({ text }) => /^export (default|\* from)/m.test(text))
    expect(exporting.map(({ file }) => file)).toEqual([])
    expect(production.filter(({ file }) => basename(file) === 'index.ts').map(({ file }) => file)).toEqual([
      'platform/db/migrations/index.ts',
    ])
  })

  it('files are short: none over 400 lines (300 in the web app), nine in ten under 250, the median under 80', () => {
    const limitOf = (source: Source) => (web.includes(source) ? 300 : 400)
    expect(production.filter((source) => source.lines > limitOf(source)).map(({ file }) => file)).toEqual([])
    const tests = [...contract, ...server, ...web].filter(({ file, lines }) => isTest(file) && lines > 500)
    expect(tests.map(({ file }) => file)).toEqual([])
    expect(lengthAt(production, 0.9)).toBeLessThan(250)
    expect(lengthAt(production, 0.5)).toBeLessThan(80)
  })

  it('comments stay within 120 columns, as the formatter keeps code', () => {
    const others = ['apps/server/test', 'bench', 'resilience', 'e2e'].flatMap(sources)
    // A suppression has one line.
    const isLong = (line: string) => line.length > 120 && /^ *(?:\/\/(?! biome-ignore)|\/?\*)/.test(line)
    const long = [...contract, ...server, ...web, ...others].flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, i) => (isLong(line) ? [`${file}:${i + 1}`] : [])),
    )
    expect(long).toEqual([])
  })

  it('web files are neither fragments nor long: the median is between 60 and 80 lines', () => {
    const median = lengthAt(
      web.filter(({ file }) => !isTest(file)),
      0.5,
    )
    expect(median).toBeGreaterThanOrEqual(60)
    expect(median).toBeLessThanOrEqual(80)
  })

  it('no file under 20 lines has a single importer, unless its name fills a place in a pattern', () => {
    const packages = [
      { name: '@shiliu/contract', files: contract },
      { name: 'server', files: server },
      { name: 'web', files: web },
      { name: 'bench', files: sources('bench') },
    ]
    const importers = new Map<string, number>()
    for (const { name, files } of packages) {
      for (const { imports } of files.filter((source) => !isTest(source.file))) {
        const targets = imports.map((to) => {
          if (to.startsWith('@shiliu/contract/')) return `${to}.ts`
          return to.startsWith('../apps/server/src/') ? to.replace('../apps/server/src', 'server') : `${name}/${to}`
        })
        for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1)
      }
    }
    // Routes, repos, migrations and admin resources are looked for by name, however short they are.
    const hasPlace = (file: string) => /\.(routes|repo)\.ts$|\/migrations\/|^(modules\/)?admin\/resources\//.test(file)
    const short = packages.flatMap(({ name, files }) =>
      files
        .filter(({ file, lines }) => lines < 20 && !isTest(file) && !hasPlace(file))
        .map(({ file }) => `${name}/${file}`),
    )
    expect(short.filter((path) => importers.get(path) === 1)).toEqual([])
  })

  it('only the owning module writes a table', () => {
    const owners: Record<string, string> = {
      data_exports: 'account',
      sessions: 'auth',
      refresh_tokens: 'auth',
      captchas: 'auth',
      invitations: 'auth',
      address_bans: 'addresses',
      used_proofs: 'auth',
      admins: 'admin',
      recovery_codes: 'admin',
      audits: 'admin',
      rankings: 'feed',
      idempotent_requests: 'db',
      attempts: 'db',
      marks: 'db',
      problems: 'db',
      nodes: 'db',
      settings: 'db',
    }
    Object.assign(owners, {
      account_sanctions: 'sanctions',
      moderation_actions: 'moderation',
      moderation_changes: 'moderation',
      trash: 'moderation',
      used_ids: 'users',
      old_user_ids: 'users',
      campus_providers: 'campus',
      campus_identities: 'campus',
      campus_flows: 'campus',
      campus_sessions: 'campus',
      appeals: 'moderation',
      watched_words: 'moderation',
      word_findings: 'moderation',
      report_targets: 'reports',
      bulk_jobs: 'review',
      bulk_job_pieces: 'review',
      report_notes: 'reports',
      user_notes: 'review',
      active_days: 'auth',
      review_claims: 'review',
      post_images: 'posts',
      post_tags: 'posts',
      post_pins: 'posts',
      publications: 'posts',
      comment_images: 'comments',
      removed_media: 'media',
      media_places: 'media',
      upload_days: 'media',
      told_events: 'notifications',
      announcement_reads: 'announcements',
      mail_outbox: 'mail',
      mail_login: 'mail',
      user_emails: 'auth',
      pending_emails: 'auth',
      registration_emails: 'auth',
      pending_admin_emails: 'auth',
      password_resets: 'auth',
      email_bans: 'addresses',
      tag_synonyms: 'tags',
      tag_merges: 'tags',
      tag_merge_posts: 'tags',
    })
    // The demo and what comes from an older site fill an empty database.
    const spansAll = inside('demo', 'import')
    const wrong = server.flatMap(({ file, text }) =>
      Array.from(
        text.matchAll(/(?:\.(?:insertInto|updateTable|deleteFrom)\(|\bincrementCounter\(\w+, )'(\w+)'/g),
        ([, table = '']) => table,
      )
        .filter((table) => !isTest(file) && !spansAll(file) && moduleOf(file) !== (owners[table] ?? table))
        .map((table) => `${file} writes ${table}`),
    )
    expect(wrong).toEqual([])
  })
})
