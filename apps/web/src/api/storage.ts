/** localStorage that never throws: values that the browser refuses stay in memory until the page is left. */

const refused = new Map<string, string>()

export function readItem(key: string): string | null {
  try {
    return refused.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** False where the browser refused the value, which then stays in memory. */
export function writeItem(key: string, value: string | null): boolean {
  refused.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    if (value !== null) refused.set(key, value)
    return false
  }
}

export function listItems(prefix: string): string[] {
  const keys = new Set(refused.keys())
  try {
    for (let index = 0; index < localStorage.length; index++) keys.add(localStorage.key(index) ?? '')
  } catch {
    // Only what is in memory.
  }
  return [...keys].filter((key) => key.startsWith(prefix))
}

export function watchItems(keys: readonly string[], changed: () => void) {
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) changed()
  })
}

/** sessionStorage that never throws: a value that the browser refuses is not kept, and `write` says so. */
export const sessionItems = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string | null): boolean {
    try {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
}
