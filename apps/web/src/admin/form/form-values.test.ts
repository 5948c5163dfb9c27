import { describe, expect, it } from 'vitest'
import type { Field } from '../define-resource.ts'
import { categories } from '../resources/categories.ts'
import { bodyOf, faultsOf, fieldsFor, valuesOf } from './form-values.ts'

const fields: Field[] = [
  { name: 'user_id', label: '小石榴号', kind: 'text', on: 'create' },
  { name: 'post_id', label: '笔记ID', kind: 'number' },
  {
    name: 'is_active',
    label: '状态',
    kind: 'select',
    initial: '1',
    options: [
      { value: '1', label: '激活' },
      { value: '0', label: '未激活' },
    ],
  },
]

describe('form values', () => {
  it('come from the row, or from what the definition starts with', () => {
    const row = { id: 1, user_id: 'ming', post_id: 12, is_active: false }
    expect(valuesOf(fields, row)).toEqual({ user_id: 'ming', post_id: '12', is_active: '0' })
    expect(valuesOf(fields, { id: 1 })).toEqual({ user_id: '', post_id: '', is_active: '' })
    expect(valuesOf(fields, null)).toEqual({ user_id: '', post_id: '', is_active: '1' })
    const first = { id: 7, name: '校园', category_title: 'campus', post_count: 3, created_at: '' }
    expect(valuesOf(categories.fields, first)).toEqual({ name: '校园', category_title: 'campus' })
  })

  it('become the body', () => {
    expect(bodyOf(fields, { user_id: '  ming ', post_id: ' 12', is_active: '0' })).toEqual({
      user_id: 'ming',
      post_id: 12,
      is_active: '0',
    })
    expect(bodyOf(fields, { user_id: '', post_id: '', is_active: '' })).toEqual({
      user_id: '',
      post_id: null,
      is_active: null,
    })
  })

  it('belong to the form that asks for them', () => {
    expect(fieldsFor(fields, 'create')).toHaveLength(3)
    expect(fieldsFor(fields, 'update').map((field) => field.name)).toEqual(['post_id', 'is_active'])
  })

  it('are judged by the contract’s rules', () => {
    const faults = (name: string, category_title: string) => faultsOf(categories.fields, { name, category_title })
    expect(faults('校园', 'campus')).toEqual({ name: null, category_title: null })
    expect(faults(' ', '')).toEqual({ name: '请输入分类名称', category_title: '请输入英文标题' })
    expect(faults('好'.repeat(51), 'Campus1')).toEqual({
      name: '分类名称不能超过50个字',
      category_title: '只能输入小写英文字母',
    })
    expect(faultsOf(fields, { user_id: '', post_id: '1x', is_active: '' }).post_id).toBe('笔记ID只能是数字')
  })
})
