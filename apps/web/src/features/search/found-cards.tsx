import type { Post } from '@shiliu/contract/posts'
import { type CardExtras, coverText } from '#entities/post/card-size.ts'
import { type FoundText, readerOf } from './found-text.ts'
import { Marked } from './Marked.tsx'

const marked = (found: FoundText) => (found.ranges.length > 0 ? <Marked {...found} /> : null)
const passage = (found: FoundText | null) => found && { text: found.text, content: <Marked {...found} /> }

/** What the cards of a search show: found words are marked, and what is not in the title stands below it. */
export function foundCards(keyword: string): (post: Post) => CardExtras | undefined {
  const reader = readerOf(keyword)
  const known = new WeakMap<Post, CardExtras>()
  return (post) => {
    const before = known.get(post)
    if (before || keyword === '') return before
    const found = reader.note(post)
    const hasPicture = post.pictures.length > 0
    const cover = found.passage ?? reader.text(coverText(post))
    const extras: CardExtras = {
      title: marked(found.title),
      author: marked(found.author),
      // A note without pictures has the passage in their place.
      cover: hasPicture || cover.ranges.length === 0 ? null : passage(cover),
      excerpt: passage(hasPicture ? (found.passage ?? found.tags) : found.tags),
    }
    known.set(post, extras)
    return extras
  }
}
