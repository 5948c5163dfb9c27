import { POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { describe, expect, it } from 'vitest'
import { readManifest, readPicture } from './demo-files.ts'
import { loadTexts } from './texts.ts'

// Loading validates every text by the rules of the contract.
const texts = loadTexts()
const { people, notes, drafts, tags, looks, categories } = texts
const publicIds = people.map((_, index) => `shiliu${String(index + 1).padStart(2, '0')}`)

describe('the demo’s texts', () => {
  it('have the promised numbers', () => {
    expect(people).toHaveLength(50)
    expect(categories.length).toBeGreaterThanOrEqual(10)
    expect(notes.length).toBeGreaterThanOrEqual(300)
    for (const { category_title } of categories) {
      expect(notes.filter((note) => note.category === category_title).length).toBeGreaterThanOrEqual(25)
    }
  })

  it('are unique', () => {
    const unique = (items: string[]) => expect(items.toSorted()).toEqual([...new Set(items)].toSorted())
    unique(people.map(({ nickname }) => nickname))
    unique(people.map(({ avatar }) => avatar))
    unique(people.map(({ bio }) => bio))
    unique(notes.map(({ title }) => title))
    unique(notes.map(({ body }) => body))
    unique(tags)
  })

  it('vary in length, from a line to several hundred characters', () => {
    const lengths = notes.map(({ body }) => length(body))
    expect(Math.min(...lengths)).toBeLessThan(20)
    expect(Math.max(...lengths)).toBeGreaterThan(400)
    expect(notes.filter(({ title }) => length(title) > 40).length).toBeLessThan(10)
  })

  it('use only listed tags, each once per post', () => {
    expect(new Set(notes.flatMap((note) => note.tags))).toEqual(new Set(tags))
    for (const note of [...notes, ...drafts]) {
      expect(tags).toEqual(expect.arrayContaining(note.tags))
      expect(new Set(note.tags).size).toBe(note.tags.length)
      expect(note.tags.length).toBeLessThanOrEqual(POST.tagsMax)
    }
  })

  it('name existing users only', () => {
    const said = notes.flatMap((note) => note.said)
    const named = [...notes, ...drafts, ...said].flatMap((entry) => ('by' in entry && entry.by ? [entry.by] : []))
    const mentioned = [...notes.map(({ body }) => body), ...said.map(({ text }) => text)].flatMap(
      (text) => text.match(/@shiliu\d*/g) ?? [],
    )
    expect(mentioned.length).toBeGreaterThan(5)
    expect(publicIds).toEqual(expect.arrayContaining([...named, ...mentioned.map((mention) => mention.slice(1))]))
  })

  it('have comments for every post', () => {
    for (const { category, mood } of notes) expect(texts.remarksFor(category, mood).length).toBeGreaterThan(8)
  })

  it('name existing pictures only', async () => {
    const manifest = readManifest()
    const files = manifest.pictures.map(({ file }) => file)
    expect(files).toEqual(
      expect.arrayContaining(
        Object.values(looks)
          .flat()
          .map((name) => `${name}.webp`),
      ),
    )
    for (const { look } of [...notes, ...drafts]) expect(Object.keys(looks)).toContain(look)
    for (const picture of manifest.pictures) {
      const { files: sizes } = await readPicture('pictures', picture)
      for (const { body } of sizes) expect(body.length).toBeGreaterThan(1000)
    }
    const avatars = manifest.avatars.map(({ file }) => file)
    expect(avatars).toEqual(expect.arrayContaining(people.map(({ avatar }) => `${avatar}.webp`)))
  })
})
