/** The areas of the back office, in the order of its menu. */
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { resources } from './resources.ts'
import { TablePage } from './table/TablePage.tsx'

export type Area = { path: string; title: string; Icon: TablerIcon; page: ReactElement }

export const areas: readonly Area[] = resources.map((resource) => ({
  path: resource.path,
  title: `${resource.noun}管理`,
  Icon: resource.Icon,
  page: <TablePage key={resource.path} resource={resource} title={`${resource.noun}管理`} />,
}))
