/** What V8 takes for plain data, for the budget of the cache. */

const OBJECT = 24
/** With the list of its items, which has room to grow. */
const ARRAY = 56
const POINTER = 8
/** Numbers that are not small integers, when they are a property. */
const BOXED = 16
const STRING = 16
/** A typed array with its buffer, which is outside the heap. */
const TYPED_ARRAY = 250

/** Estimated memory of strings, numbers, and arrays, typed arrays and objects of these, in bytes. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return STRING + Math.ceil((value.length * (isLatin1(value) ? 1 : 2)) / 8) * 8
  if (typeof value === 'number') return Number.isInteger(value) ? 0 : BOXED
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return TYPED_ARRAY + value.byteLength
  const [items, own] = Array.isArray(value) ? [value, ARRAY] : [Object.values(value), OBJECT]
  return items.reduce<number>((sum, item) => sum + POINTER + bytesOf(item), own)
}

function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false
  return true
}
