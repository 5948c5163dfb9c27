/** Roles of administrators (docs/product.md#roles). Each endpoint names the least role that may call it. */

/** In falling order: each may do whatever those after it may. */
export const ADMIN_ROLES = ['owner', 'administrator', 'moderator', 'editor', 'viewer'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]

export const ROLE_WORDS: Readonly<Record<AdminRole, string>> = {
  owner: '站长',
  administrator: '管理员',
  moderator: '审核员',
  editor: '编辑',
  viewer: '观察员',
}

/** The role of an administrator who is created without one. */
export const DEFAULT_ADMIN_ROLE: AdminRole = 'moderator'

/** The missing right in words, for who has a lower role. */
export function roleNeeded(least: AdminRole): string {
  return least === 'owner' ? ROLE_WORDS.owner : `${ROLE_WORDS[least]}或更高的权限`
}

/** Whether `role` includes `least`. */
export function roleSuffices(role: AdminRole, least: AdminRole): boolean {
  return ADMIN_ROLES.indexOf(role) <= ADMIN_ROLES.indexOf(least)
}
