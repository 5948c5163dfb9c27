/** localStorage that never throws: values that the browser refuses stay in memory until the page is left. */

const refused = new Map<string, string>()

export function readItem(key: string): string | null {
  try {
    return refused.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeItem(key: string, value: string | null) {
  refused.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) refused.set(key, value)
  }
}

export function watchItems(keys: readonly string[], changed: () => void) {
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) changed()
  })
}
