/** Where a reader of the documentation was, kept for as long as the tab is open. */

export type Place = { top: number; query: string; open: readonly string[] }

const KEY = 'apiDocs'
const START: Place = { top: 0, query: '', open: [] }

export function recall(): Place {
  try {
    return { ...START, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') }
  } catch {
    return START
  }
}

export function keep(place: Place) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // A browser that keeps nothing: the page begins at its top again.
  }
}
