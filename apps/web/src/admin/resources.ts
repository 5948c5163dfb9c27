/** The resources of the back office, in the order of its menu: one line each. */
import type { Resource } from './define-resource.ts'
import { categories } from './resources/categories.ts'

export const resources: readonly Resource[] = [categories]
