/** Picture addresses typed or pasted into a form. */

/** Strips spaces and backticks, which are often copied along with an address. */
export function trimAddress(typed: string): string {
  return typed.replace(/^[\s`]+|[\s`]+$/g, '')
}

/** Error message or null: an address must be on this site or use https. The server checks that a local file exists. */
export function addressRule(typed: string): string | null {
  try {
    const { protocol, origin } = new URL(trimAddress(typed), window.location.origin)
    return protocol === 'https:' || origin === window.location.origin ? null : '图片地址要以 https:// 开头'
  } catch {
    return '图片地址不正确'
  }
}

const EMBEDDED = /^data:(image\/(\w+));base64,(.+)$/s

/** The picture inside a data URL, or null. Some programs copy pictures as data URLs. */
export function embeddedPicture(typed: string): File | null {
  const [, type, ending, data] = EMBEDDED.exec(trimAddress(typed)) ?? []
  if (!type || !data) return null
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    return new File([bytes], `picture.${ending}`, { type })
  } catch {
    // The copied base64 is incomplete.
    return null
  }
}
