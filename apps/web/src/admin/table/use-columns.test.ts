import { describe, expect, it } from 'vitest'
import type { Column } from '../define-resource.ts'
import { choose, parseChoice, visibleColumns } from './use-columns.ts'

const id: Column = { key: 'id', label: 'ID', kind: 'number' }
const name: Column = { key: 'name', label: '名称', kind: 'text' }
const agent: Column = { key: 'agent', label: '设备', kind: 'text', hidden: true }
const columns = [id, name, agent]
const shown = (choice: Record<string, boolean>) => visibleColumns(columns, choice).map(({ key }) => key)

describe('column choice', () => {
  it('starts with the definition', () => {
    expect(shown({})).toEqual(['id', 'name'])
  })

  it('shows chosen columns in the order of the resource, and always the first column', () => {
    expect(shown({ agent: true, name: false })).toEqual(['id', 'agent'])
    expect(shown({ id: false, agent: true })).toEqual(['id', 'name', 'agent'])
  })

  it('stores only differences from the definition', () => {
    const hidden = choose(name, false, {})
    expect(hidden).toEqual({ name: false })
    expect(choose(agent, true, hidden)).toEqual({ name: false, agent: true })
    expect(choose(name, true, hidden)).toEqual({})
  })

  it('ignores invalid stored text', () => {
    for (const text of [null, '', '{', '3', 'null', '[]']) expect(parseChoice(text)).toEqual({})
    expect(parseChoice('{"name":false,"agent":"yes"}')).toEqual({ name: false })
  })
})
