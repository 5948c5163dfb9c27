/** Where an address is: a province of China, or a country. From a file of ip2region-ts; nobody outside is asked. */
import { defaultDbFile, loadVectorIndexFromFile, newWithVectorIndex } from 'ip2region-ts'

/** 512 kB stay in memory; the rest of the 11 MB is read from the file, a few times for each address. */
let searcher: ReturnType<typeof newWithVectorIndex> | undefined

type Log = { warn(fields: object, text: string): void }

/** Null for private and unknown addresses, and for IPv6, which the file does not have. Never fails. */
export async function placeOf(log: Log, ip: string): Promise<string | null> {
  const v4 = ip.replace(/^::ffff:/i, '')
  if (!/^\d+(?:\.\d+){3}$/.test(v4)) return null
  try {
    searcher ??= newWithVectorIndex(defaultDbFile, loadVectorIndexFromFile(defaultDbFile))
    return placeIn((await searcher.search(v4)).region ?? '')
  } catch (error) {
    log.warn({ err: error }, 'the file of places cannot be read')
    return null
  }
}

const SUFFIX = /(?:省|市|特别行政区|(?:壮族|回族|维吾尔)?自治区)$/
const SPECIAL = ['香港', '澳门', '台湾']

/** `国家|区域|省份|城市|运营商`, with 0 for what is unknown. */
export function placeIn(region: string): string | null {
  const [country = '0', , province = '0'] = region.split('|')
  if (country === '' || country === '0') return null
  if (country !== '中国') return country
  const name = province.replace(SUFFIX, '')
  if (name === '' || name === '0') return country
  return SPECIAL.includes(name) ? `中国${name}` : name
}
