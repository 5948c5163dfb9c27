/** An id in the address's query: digits, anything else is none. */
export function idIn(query: URLSearchParams, name: 'id' | 'targetCommentId'): number | null {
  const value = query.get(name)
  return value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
}
