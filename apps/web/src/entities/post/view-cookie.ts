/** A browser counts one view of a note in this time (docs/product.md#view-counting). */
const VIEW_SECONDS = 3600

const cookieName = (id: number) => `post_viewed_${id}`

/** Whether `cookies`, in the format of document.cookie, contain a view of the note less than an hour old. */
export function viewedWithinHour(id: number, cookies: string, now: number): boolean {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=')
    if (name === cookieName(id)) return now - Number(value) < VIEW_SECONDS * 1000
  }
  return false
}

export function viewCookie(id: number, now: number): string {
  return `${cookieName(id)}=${now}; path=/; max-age=${VIEW_SECONDS}; SameSite=Lax`
}

export function countView(id: number, now: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari and on plain http
  document.cookie = viewCookie(id, now)
}
