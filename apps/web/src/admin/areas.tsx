/** The areas of the back office, in the order of its menu. */
import { IconActivity, IconApi, IconSettings, type TablerIcon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ApiDocsPage } from './api-docs/ApiDocsPage.tsx'
import { titleOf } from './define-resource.ts'
import { MonitorPage } from './monitor/MonitorPage.tsx'
import { resources } from './resources.ts'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { TablePage } from './table/TablePage.tsx'

export type Area = { path: string; title: string; Icon: TablerIcon; page: ReactElement }

export const areas: readonly Area[] = [
  { path: 'api-docs', title: 'API文档', Icon: IconApi, page: <ApiDocsPage /> },
  { path: 'monitor', title: '动态监控', Icon: IconActivity, page: <MonitorPage /> },
  { path: 'settings', title: '网站设置', Icon: IconSettings, page: <SettingsPage /> },
  ...resources.map((resource) => ({
    path: resource.path,
    title: titleOf(resource),
    Icon: resource.Icon,
    page: <TablePage key={resource.path} resource={resource} />,
  })),
]
