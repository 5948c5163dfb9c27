import { describe, expect, it } from 'vitest'
import { fileKeys, keyOfUrl, mediaKey, variants } from './presets.ts'

const KEY = 'ab/ab0123456789abcdef0123456789abcd'

describe('variants', () => {
  const url = `https://cdn.example.edu/${KEY}-detail.webp`
  const card = `https://cdn.example.edu/${KEY}-card.webp`

  it('derives the URLs of all sizes of a stored picture, whatever its host', () => {
    const full = `https://cdn.example.edu/${KEY}-full.webp`
    expect(variants(url, { width: 2400, height: 1800 })).toEqual({ card, detail: url, full })
    expect(variants(url, { width: 1080, height: 11_130 })).toEqual({ card, detail: url, full })
  })

  it('has no full size of a picture that is no larger than the detail size', () => {
    expect(variants(url, { width: 1200, height: 1200 })).toEqual({ card, detail: url, full: url })
  })
})

describe('keys', () => {
  it('are found in the URL of any size and nowhere else', () => {
    for (const file of fileKeys(KEY)) expect(keyOfUrl(`/uploads/${file}`)).toBe(KEY)
    expect(keyOfUrl(`/uploads/${KEY}.webp`)).toBeNull()
    expect(keyOfUrl(`/uploads/cd/${KEY.slice(3)}-card.webp`)).toBeNull()
    expect(keyOfUrl('/default-avatar.webp')).toBeNull()
  })

  it('differ for equal bytes, so that deleting one picture keeps the other', () => {
    const bytes = Buffer.from('same')
    const [one, two] = [mediaKey(bytes), mediaKey(bytes)]
    expect(one).not.toBe(two)
    for (const file of fileKeys(one)) expect(keyOfUrl(file)).toBe(one)
  })
})
