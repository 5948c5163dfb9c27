import { site } from '#ui/site.ts'

/** Whom to ask, in words, with where to find them if the site says so. */
export function administrators(): string {
  const { contact } = site.get()
  return contact ? `管理员（${contact}）` : '管理员'
}
