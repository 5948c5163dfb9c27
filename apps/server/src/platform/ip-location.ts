/** IP属地: the province of China or the country of an address, from a file of ip2region-ts; nobody outside is asked. */
import { defaultDbFile, loadVectorIndexFromFile, newWithVectorIndex } from 'ip2region-ts'
import { LRUCache } from 'lru-cache'
import type { Log } from './log.ts'

/** 512 kB stay in memory; the rest of the 11 MB is read from the file, a few times for each address. */
let searcher: ReturnType<typeof newWithVectorIndex> | undefined

/** The file is opened for each look: a flood from one address would do little else. */
const known = new LRUCache<string, { location: string | null }>({ max: 1000 })

/** Null for private and unknown addresses, and for IPv6, which the file does not have. Never fails. */
export async function locationOf(log: Pick<Log, 'warn'>, ip: string): Promise<string | null> {
  const v4 = ip.replace(/^::ffff:/i, '')
  if (!/^\d+(?:\.\d+){3}$/.test(v4)) return null
  try {
    const found = known.get(v4) ?? { location: await look(v4) }
    known.set(v4, found)
    return found.location
  } catch (error) {
    log.warn({ err: error }, 'the file of IP locations cannot be read')
    return null
  }
}

async function look(v4: string): Promise<string | null> {
  searcher ??= newWithVectorIndex(defaultDbFile, loadVectorIndexFromFile(defaultDbFile))
  return locationIn((await searcher.search(v4)).region ?? '')
}

const SUFFIX = /(?:省|市|特别行政区|(?:壮族|回族|维吾尔)?自治区)$/
const SPECIAL = ['香港', '澳门', '台湾']

/** `国家|区域|省份|城市|运营商`, with 0 for what is unknown. */
export function locationIn(region: string): string | null {
  const [country = '0', , province = '0'] = region.split('|')
  if (country === '' || country === '0') return null
  if (country !== '中国') return country
  const name = province.replace(SUFFIX, '')
  if (name === '' || name === '0') return country
  return SPECIAL.includes(name) ? `中国${name}` : name
}
