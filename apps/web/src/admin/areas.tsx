/** The areas of the back office, in the order of its menu. */
import * as appeals from '@shiliu/contract/admin/appeals'
import * as jobs from '@shiliu/contract/admin/jobs'
import * as queue from '@shiliu/contract/admin/queue'
import * as reports from '@shiliu/contract/admin/reports'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import * as settings from '@shiliu/contract/admin/settings'
import {
  IconActivity,
  IconApi,
  IconChecklist,
  IconEyeCheck,
  IconFlag,
  IconMessageReport,
  IconSettings,
  IconUserCheck,
  IconUserShield,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { AccountPage } from './account/AccountPage.tsx'
import { ApiDocsPage } from './api-docs/ApiDocsPage.tsx'
import { AppealsPage } from './appeals/AppealsPage.tsx'
import { titleOf } from './define-resource.ts'
import { JobsPage } from './jobs/JobsPage.tsx'
import { MonitorPage } from './monitor/MonitorPage.tsx'
import { QueueCount } from './queue/QueueCount.tsx'
import { QueuePage } from './queue/QueuePage.tsx'
import { ReportsPage } from './reports/ReportsPage.tsx'
import { resources } from './resources.ts'
import { RolesPage } from './roles/RolesPage.tsx'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { TablePage } from './table/TablePage.tsx'

/** `least` is the least role that may open it; `rare` ones stand behind 更多 in the menu. */
export type Area = {
  path: string
  title: string
  Icon: TablerIcon
  least: AdminRole
  page: ReactElement
  rare: boolean
  /** How much waits there, beside the entry of the menu. */
  count?: ReactElement
}

/** Tables that moderators seldom open by themselves. */
const RARE = new Set([
  'likes',
  'collections',
  'follows',
  'notifications',
  'sessions',
  'invitations',
  'bans',
  'domains',
  'providers',
  'findings',
  'admins',
])

export const areas: readonly Area[] = [
  {
    path: 'queue',
    title: '审核队列',
    Icon: IconEyeCheck,
    least: queue.list.adminRole ?? 'owner',
    page: <QueuePage />,
    rare: false,
    count: <QueueCount />,
  },
  {
    path: 'reports',
    title: '举报',
    Icon: IconFlag,
    least: reports.list.adminRole ?? 'owner',
    page: <ReportsPage />,
    rare: false,
  },
  {
    path: 'appeals',
    title: '申诉',
    Icon: IconMessageReport,
    least: appeals.list.adminRole ?? 'owner',
    page: <AppealsPage />,
    rare: false,
  },
  { path: 'api-docs', title: 'API文档', Icon: IconApi, least: 'viewer', page: <ApiDocsPage />, rare: false },
  { path: 'monitor', title: '动态监控', Icon: IconActivity, least: 'viewer', page: <MonitorPage />, rare: false },
  {
    path: 'settings',
    title: '网站设置',
    Icon: IconSettings,
    least: settings.get.adminRole ?? 'owner',
    page: <SettingsPage />,
    rare: false,
  },
  ...resources.map((resource) => ({
    path: resource.path,
    title: titleOf(resource),
    Icon: resource.Icon,
    least: resource.api.list.adminRole ?? 'owner',
    page: <TablePage key={resource.path} resource={resource} />,
    rare: RARE.has(resource.path),
  })),
  {
    path: 'jobs',
    title: '批量任务',
    Icon: IconChecklist,
    least: jobs.list.adminRole ?? 'owner',
    page: <JobsPage />,
    rare: true,
  },
  { path: 'account', title: '我的账号', Icon: IconUserShield, least: 'viewer', page: <AccountPage />, rare: true },
  { path: 'roles', title: '权限', Icon: IconUserCheck, least: 'viewer', page: <RolesPage />, rare: true },
]
