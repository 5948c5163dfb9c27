/** Addresses and ranges of the internet protocol, versions 4 and 6; an IPv4 address written as IPv6 is the IPv4 one. */
import { isIP } from 'node:net'

export type Network = { version: 4 | 6; base: bigint; prefix: number }

const BITS = { 4: 32, 6: 128 } as const
const MAPPED = 0xffffn << 32n

function numberOf(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (embedded?.[1] && embedded[2]) {
    const low = numberOf(embedded[2], 4)
    return numberOf(`${embedded[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`, 6)
  }
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** An address alone is a range of one. Null for what is neither; bits after the prefix are dropped. */
export function parseNetwork(text: string): Network | null {
  const [address = '', length, ...more] = text.normalize('NFKC').replace(/\s/g, '').split('/')
  const version = isIP(address)
  if ((version !== 4 && version !== 6) || address.includes('%') || more.length > 0) return null
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null
  const prefix = length === undefined ? BITS[version] : Number(length)
  if (prefix > BITS[version]) return null
  const value = numberOf(address, version)
  if (version === 6 && value >> 32n === MAPPED >> 32n && prefix >= 96) return cut(4, value & 0xffffffffn, prefix - 96)
  return cut(version, value, prefix)
}

function cut(version: 4 | 6, value: bigint, prefix: number): Network {
  const rest = BigInt(BITS[version] - prefix)
  return { version, base: (value >> rest) << rest, prefix }
}

/** The one way to write it: `203.0.113.0/24`, or an address without a prefix. */
export function networkText({ version, base, prefix }: Network): string {
  const parts = version === 4 ? [24n, 16n, 8n, 0n] : [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
  const words = parts.map((shift) => (base >> shift) & (version === 4 ? 0xffn : 0xffffn))
  const address = version === 4 ? words.join('.') : shortened(words.map((word) => word.toString(16)))
  return prefix === BITS[version] ? address : `${address}/${prefix}`
}

/** With `::` for the longest run of zeros, as addresses are written everywhere. */
function shortened(groups: string[]): string {
  let best = { start: 0, length: 1 }
  for (let start = 0; start < groups.length; start++) {
    let end = start
    while (groups[end] === '0') end++
    if (end - start > best.length) best = { start, length: end - start }
  }
  if (best.length < 2) return groups.join(':')
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`
}

/** What every address of the range begins with as text, so that an index finds more than the range, and never less. */
export function textPrefix({ version, base, prefix }: Network): string {
  if (prefix === BITS[version]) return networkText({ version, base, prefix })
  const size = version === 4 ? 8 : 16
  const whole = Math.floor(prefix / size)
  const groups = Array.from({ length: whole }, (_, i) => {
    const group = (base >> BigInt(BITS[version] - size * (i + 1))) & (version === 4 ? 0xffn : 0xffffn)
    return version === 4 ? group.toString() : group.toString(16)
  })
  // From the first zero on an IPv6 address may be shortened.
  const zero = version === 6 ? groups.indexOf('0') : -1
  const certain = zero === -1 ? groups : groups.slice(0, zero)
  return certain.map((group) => `${group}${version === 4 ? '.' : ':'}`).join('')
}

/**
 * Finds what an address is in with one look for each length of prefix, however many ranges there are. Of several ranges
 * one that `counts`.
 */
export function networkMap<T>(
  entries: Iterable<readonly [Network, T]>,
): (address: string, counts?: (value: T) => boolean) => T | undefined {
  const byPrefix = new Map<string, { version: 4 | 6; rest: bigint; values: Map<bigint, T> }>()
  for (const [{ version, base, prefix }, value] of entries) {
    const rest = BigInt(BITS[version] - prefix)
    const key = `${version}/${prefix}`
    const group = byPrefix.get(key) ?? { version, rest, values: new Map<bigint, T>() }
    byPrefix.set(key, group)
    group.values.set(base >> rest, value)
  }
  if (byPrefix.size === 0) return () => undefined
  return (text, counts = () => true) => {
    const address = parseNetwork(text)
    if (!address) return undefined
    for (const { version, rest, values } of byPrefix.values()) {
      const found = version === address.version ? values.get(address.base >> rest) : undefined
      if (found !== undefined && counts(found)) return found
    }
    return undefined
  }
}
