/** What the page about a user reads, and the notes that moderators write there. */

import { find } from '@shiliu/contract/admin/find'
import * as api from '@shiliu/contract/admin/user-page'
import { type EndpointCases, HOSTILE_TEXTS, pathIdCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

export const userPageCases = ({ other }: Fixture): EndpointCases[] => {
  const params = { id: other.id }
  const byId = pathIdCases('record_not_found')
  const addresses = [
    '/post?id=x',
    '/post?id=',
    'https://',
    '//',
    '/user/%zz',
    '/admin/users/-1',
    'http://[',
    '1'.repeat(40),
  ]
  return [
    {
      endpoint: find,
      cases: [undefined, '', ['a', 'b'], ...HOSTILE_TEXTS, ...addresses].map((q) => ({
        name: `q ${String(q).slice(0, 20)}`,
        query: { q },
        status: 200,
      })),
    },
    { endpoint: api.counts, cases: byId },
    { endpoint: api.reports, cases: byId },
    { endpoint: api.addresses, cases: byId },
    { endpoint: api.email, cases: byId },
    {
      endpoint: api.removeEmail,
      good: { params },
      cases: [...byId, { name: 'no address', status: 409, error: 'email_missing' }],
    },
    { endpoint: api.listNotes, cases: byId },
    {
      endpoint: api.addNote,
      good: { params, body: { text: '联系过' } },
      cases: [...byId, ...textCases('text', { required: '请填写备注', max: [500, '备注不能超过500个字'] })],
    },
  ]
}
