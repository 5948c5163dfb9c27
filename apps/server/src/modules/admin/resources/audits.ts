import { list as appeals } from '@shiliu/contract/admin/appeals'
import { audits as api } from '@shiliu/contract/admin/audits'
import { list as reports } from '@shiliu/contract/admin/reports'
import { roleSuffices } from '@shiliu/contract/admin/roles'
import { get as settings } from '@shiliu/contract/admin/settings'
import { wordFindings as findings, words } from '@shiliu/contract/admin/words'
import { listAuditedNames, loadAudits } from '../audits.service.ts'
import { equals, notAfter, notBefore, oneOf } from '../filters.repo.ts'
import { defineReadOnlyResource } from '../resource.ts'

const READ_BY = new Map(
  Object.entries({ appeals, reports, settings, words: words.list, findings: findings.list }).map(
    ([resource, { adminRole }]) => [resource, adminRole],
  ),
)

export const audits = defineReadOnlyResource(api, {
  table: 'audits',
  filters: {
    username: oneOf('username'),
    resource: equals('resource'),
    action: equals('action'),
    admin_id: equals('admin_id'),
    record_id: equals('record_id'),
    from: notBefore('created_at'),
    to: notAfter('created_at'),
  },
  async lookUp(ctx, { username }) {
    return typeof username === 'string' ? { username: await listAuditedNames(ctx, username) } : {}
  },
  sortable: ['created_at'],
  defaultSort: { column: 'created_at', direction: 'desc' },
  load: loadAudits,
  // Who may not read something where it is reads here that something was done, not what.
  shownTo(row, role) {
    const least = READ_BY.get(row.resource)
    if (!least || roleSuffices(role, least)) return row
    return { ...row, record_name: '', changed: [], before: null, after: null }
  },
})
