/** Banners as people see them; for what editors write see test/admin. */
import { adminBanners, list, seen } from '@shiliu/contract/announcements'
import { type Case, type EndpointCases, pathIdCases } from './cases.ts'

/** What is not asked for is ignored. */
const UNASKED: Case[] = [{ name: 'an unknown query', query: { audience: 'owner' }, status: 200 }]

export const announcementCases = (): EndpointCases[] => [
  { endpoint: list, cases: UNASKED },
  { endpoint: adminBanners, cases: UNASKED },
  {
    endpoint: seen,
    good: { params: { id: 1 }, body: {} },
    cases: [
      ...pathIdCases('record_not_found'),
      ...['maybe', 7, null, []].map((dismissed) => ({
        name: `dismissed ${JSON.stringify(dismissed)}`,
        change: { dismissed },
        status: 400,
        error: 'invalid_input' as const,
        field: 'dismissed',
      })),
    ],
  },
]
