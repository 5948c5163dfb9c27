/** Taking back an edit from its line of the audit trail. */
import { undoChange } from '@shiliu/contract/admin/audits'
import { type EndpointCases, idCases } from './cases.ts'

export const auditCases = (): EndpointCases[] => [
  {
    endpoint: undoChange,
    good: { body: { audit_id: 999_999 } },
    cases: [
      ...idCases('audit_id'),
      { name: 'a line that is not there', change: { audit_id: 999_999 }, status: 404, error: 'record_not_found' },
    ],
  },
]
