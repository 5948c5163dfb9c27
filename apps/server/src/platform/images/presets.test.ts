import { describe, expect, it } from 'vitest'
import { fileKeys, keyOfUrl, mediaKey, variants } from './presets.ts'

const KEY = 'ab/ab0123456789abcdef0123456789abcd'

describe('variants', () => {
  it('derives the URLs of all sizes of a stored picture, whatever its host', () => {
    expect(variants(`https://cdn.example.edu/${KEY}-detail.webp`)).toEqual({
      card: `https://cdn.example.edu/${KEY}-card.webp`,
      detail: `https://cdn.example.edu/${KEY}-detail.webp`,
      full: `https://cdn.example.edu/${KEY}-full.webp`,
    })
  })

  it('uses an external picture for all sizes', () => {
    const url = 'https://example.com/cat.png'
    expect(variants(url)).toEqual({ card: url, detail: url, full: url })
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
