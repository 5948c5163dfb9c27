import { describe, expect, it } from 'vitest'
import { mediaKey } from './media-key.ts'
import { fileKeys, keyOfUrl, variants } from './presets.ts'

const KEY = 'ab/ab0123456789abcdef0123456789abcd'

describe('variants', () => {
  it('derives the siblings of a stored picture, wherever it is served from', () => {
    expect(variants(`https://cdn.example.edu/${KEY}-detail.webp`)).toEqual({
      card: `https://cdn.example.edu/${KEY}-card.webp`,
      detail: `https://cdn.example.edu/${KEY}-detail.webp`,
      full: `https://cdn.example.edu/${KEY}-full.webp`,
    })
  })

  it('lets a picture from elsewhere stand for all sizes', () => {
    const url = 'https://example.com/cat.png'
    expect(variants(url)).toEqual({ card: url, detail: url, full: url })
  })
})

describe('keys', () => {
  it('are found in the url of any size and nowhere else', () => {
    for (const file of fileKeys(KEY)) expect(keyOfUrl(`/uploads/${file}`)).toBe(KEY)
    expect(keyOfUrl(`/uploads/${KEY}.webp`)).toBeNull()
    expect(keyOfUrl(`/uploads/cd/${KEY.slice(3)}-card.webp`)).toBeNull()
    expect(keyOfUrl('/default-avatar.webp')).toBeNull()
  })

  it('differ for the same bytes, so that deleting one picture leaves the other', () => {
    const bytes = Buffer.from('same')
    const [one, two] = [mediaKey(bytes), mediaKey(bytes)]
    expect(one).not.toBe(two)
    for (const file of fileKeys(one)) expect(keyOfUrl(file)).toBe(one)
  })
})
