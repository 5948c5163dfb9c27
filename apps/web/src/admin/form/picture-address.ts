/** Addresses of pictures as they are typed or pasted into the back office (spec section 5 «Admin», wire rule 23). */

/** Without the spaces and backticks that come along from chats and documents. */
export function trimAddress(typed: string): string {
  return typed.replace(/^[\s`]+|[\s`]+$/g, '')
}

/** What is wrong with it, or null: pictures lie here, or elsewhere behind https. The server knows which are here. */
export function addressRule(typed: string): string | null {
  const address = trimAddress(typed)
  if (!URL.canParse(address, window.location.origin)) return '图片地址不正确'
  const { protocol, origin } = new URL(address, window.location.origin)
  return protocol === 'https:' || origin === window.location.origin ? null : '图片地址要以 https:// 开头'
}

const EMBEDDED = /^data:(image\/(\w+));base64,(.+)$/s

/** The picture that the address itself holds, or null: some programs copy pictures like that. */
export function embeddedPicture(typed: string): File | null {
  const [, type, ending, data] = EMBEDDED.exec(trimAddress(typed)) ?? []
  if (!type || !data) return null
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    return new File([bytes], `picture.${ending}`, { type })
  } catch {
    // Not all of it was copied.
    return null
  }
}
