/** The alert rules ask for figures that /metrics has, and the scraping example of the docs is one. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { createTestApp } from './test-app.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const fileOf = (path: string) => readFileSync(pathOf(path), 'utf8')

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: object
  annotations: { summary: string; description: string }
}

const { groups } = parse(fileOf('deploy/prometheus-alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

it('each rule says what is wrong and what to do, and for how long it waits', () => {
  expect(rules.length).toBeGreaterThan(10)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(Object.keys(rule).filter((key) => !['alert', 'expr', 'for', 'labels', 'annotations'].includes(key))).toEqual(
      [],
    )
    expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/)
    expect(rule.labels).toMatchObject({ severity: expect.stringMatching(/^(info|warning|critical)$/) })
    expect(rule.annotations.summary.length * rule.annotations.description.length).toBeGreaterThan(0)
  }
})

const promtool = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'promtool'))
  .find((path) => existsSync(path))

// Left out elsewhere: it comes with a package of 96 MB.
if (promtool) {
  it('Prometheus understands the rules', async () => {
    const { stdout } = await promisify(execFile)(promtool, ['check', 'rules', pathOf('deploy/prometheus-alerts.yml')])
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`)
  })
}

it('each figure that a rule or the docs name is one of /metrics', async () => {
  // Nobody listens there.
  const test = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  await test.app.inject({ url: '/api/categories' })
  const { body } = await test.app.inject({ url: '/metrics' })
  const known = Array.from(body.matchAll(/^# TYPE (\S+) (\w+)$/gm), ([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ).flat()
  // Only where there is Redis, or WORKERS.
  known.push('shiliu_redis_up', 'shiliu_worker_restarts_total')
  const named = rules.flatMap(({ expr }) => expr.match(/\b(?:shiliu|nodejs|process)_\w+/g) ?? [])
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  const [, section = ''] = /^## 监控\n(.*?)^## /ms.exec(fileOf('docs/operations.md')) ?? []
  const prefixes = section.match(/(?<=`)(?:shiliu|nodejs|process)_\w*/g) ?? []
  expect(prefixes.length).toBeGreaterThan(10)
  expect(prefixes.filter((prefix) => !known.some((name) => name.startsWith(prefix)))).toEqual([])
  // And no figure is left out of the docs.
  expect(known.filter((name) => !prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([])
})

it('the example of a scraper in the docs is one', () => {
  const [, example = ''] = /```yaml\n(rule_files:.*?)```/s.exec(fileOf('docs/operations.md')) ?? []
  const { scrape_configs: configs } = parse(example)
  expect(configs).toMatchObject([{ job_name: 'shiliu', authorization: { credentials: expect.any(String) } }])
})
