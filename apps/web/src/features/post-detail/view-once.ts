/** A view counts once an hour per browser, told by a cookie (spec section 4 «Post views»). */
import { VIEW_ONCE_SECONDS } from '#ui/constants.ts'

const nameOf = (id: number) => `post_viewed_${id}`

/** Whether `cookies`, as in document.cookie, hold a view of the note less than an hour old. */
export function viewedWithinHour(id: number, cookies: string, now: number): boolean {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=')
    if (name === nameOf(id)) return now - Number(value) < VIEW_ONCE_SECONDS * 1000
  }
  return false
}

/** What to assign to document.cookie after a view. */
export function viewCookie(id: number, now: number): string {
  return `${nameOf(id)}=${now}; path=/; max-age=${VIEW_ONCE_SECONDS}; SameSite=Lax`
}
