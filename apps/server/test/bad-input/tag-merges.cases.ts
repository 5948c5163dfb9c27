/** Synonyms and merges of tags. */
import * as api from '@shiliu/contract/admin/tag-merges'
import { type EndpointCases, pathIdCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const byId = pathIdCases('record_not_found')
const invalid = { status: 400, error: 'invalid_input' } as const

export const tagMergeCases = ({ tag }: Fixture): EndpointCases[] => {
  const params = { id: tag.id }
  const into = [
    ...byId,
    ...textCases('into', { required: '请输入标签名称', max: [8, /标签不能超过8个字/] }),
    { name: 'an unknown tag', change: { into: '没有的' }, ...invalid, field: 'into', message: '没有这个标签' },
    { name: 'itself', change: { into: tag.name }, ...invalid, field: 'into', message: '不能合并到自己' },
  ]
  return [
    { endpoint: api.synonyms, good: { params }, cases: byId },
    {
      endpoint: api.addSynonym,
      good: { params, body: { name: '念书' } },
      cases: [
        ...byId,
        ...textCases('name', { required: '请输入标签名称', max: [8, /标签不能超过8个字/] }),
        {
          name: 'a tag',
          change: { name: tag.name },
          status: 409,
          error: 'record_duplicate',
          field: 'name',
          message: /请用合并/,
        },
      ],
    },
    { endpoint: api.removeSynonym, cases: byId },
    { endpoint: api.previewMerge, good: { params, body: { into: '没有' } }, cases: into },
    { endpoint: api.merge, good: { params, body: { into: '没有' } }, cases: into },
    { endpoint: api.undoMerge, cases: byId },
  ]
}
