/** A view counts once an hour per browser, told by a cookie (spec section 4 «Post views»). */

const HOUR_S = 3600

const nameOf = (id: number) => `post_viewed_${id}`

/** Whether `cookies`, as in document.cookie, hold a view of the note less than an hour old. */
export function viewedWithinHour(id: number, cookies: string, now: number): boolean {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=')
    if (name === nameOf(id)) return now - Number(value) < HOUR_S * 1000
  }
  return false
}

/** What to assign to document.cookie after a view. */
export function viewCookie(id: number, now: number): string {
  return `${nameOf(id)}=${now}; path=/; max-age=${HOUR_S}; SameSite=Lax`
}
