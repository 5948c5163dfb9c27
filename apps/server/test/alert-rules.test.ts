/** The alert rules ask for figures that /metrics has, and the scraping example of the docs is one. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { createTestApp } from './test-app.ts'

const fileOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

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

it('each figure that a rule or the docs name is one of /metrics', async () => {
  const test = await createTestApp()
  await test.app.inject({ url: '/api/categories' })
  const { body } = await test.app.inject({ url: '/metrics' })
  const known = Array.from(body.matchAll(/^# TYPE (\S+) (\w+)$/gm), ([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ).flat()
  // Only where there is Redis.
  known.push('shiliu_redis_up')
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
