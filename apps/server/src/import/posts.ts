/** Notes and drafts, with their pictures and tags. */
import { POST } from '@shiliu/contract/limits'
import { formatRichText } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'
import { indexPosts } from '#modules/posts/search-indexing.service.ts'
import { DAY_MS } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import { existing, insertRows, listRepairs, type NewRow, setMediaOwners } from './import.repo.ts'
import { cleanOldText, mentionedOldIds, type Renamed } from './old-texts.ts'
import { resolvePicture, storedUploads } from './old-uploads.ts'
import { countOf, flagOf, idOf, textOf, timeOf } from './old-values.ts'
import type { SourceRow } from './source.ts'
import { type Batch, countRows, stageWith } from './stage.ts'

type Parts = { images: SourceRow[]; tags: SourceRow[] }
type Post = NewRow<'posts'> & { id: number }

export const postsStage = stageWith({
  name: 'posts',
  label: '笔记',
  table: 'posts',
  limit: 100,
  async prepare({ source }, rows): Promise<Parts> {
    const ids = rows.map(({ id }) => id)
    return { images: await source.readOfPosts('post_images', ids), tags: await source.readOfPosts('post_tags', ids) }
  },
  async write(batch, { images, tags }) {
    const { t, rows, findings } = batch
    const authors = await existing(
      t.db,
      'users',
      rows.map((row) => idOf(row, 'user_id')),
    )
    const categories = await mapNames(
      batch,
      'categories',
      rows.map((row) => idOf(row, 'category_id')),
    )
    const renamed = await renamedIn(
      batch,
      rows.map((row) => textOf(row, 'content')),
    )
    const posts = rows.flatMap((row): Post[] => {
      const user_id = idOf(row, 'user_id')
      if (user_id !== null && authors.has(user_id)) return [postOf(batch, row, user_id, { categories, renamed })]
      findings.note('post_author', `posts ${row.id}`, textOf(row, 'user_id'))
      return []
    })
    await insertRows(t.db, 'posts', posts)
    const kept = new Map(posts.map((post) => [post.id, post]))
    await writeImages(batch, kept, images)
    await writeTags(batch, kept, tags)
    await insertRows(t.db, 'publications', posts.flatMap(publicationOf(batch)))
    if (!batch.run.dryRun) await indexPosts(t, [...kept.keys()], 'any')
    return posts.length
  },
})

/** Public ids that changed, of those that these texts mention. */
export function renamedIn({ t }: Batch, contents: readonly string[]): Promise<Renamed> {
  return listRepairs(t.db, 'user_id', contents.flatMap(mentionedOldIds))
}

/** What became of categories or tags, by their old ids. */
async function mapNames(
  { t }: Batch,
  table: 'categories' | 'tags',
  ids: (number | null)[],
): Promise<Map<number, number>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const found = await existing(t.db, table, wanted)
  const kind = table === 'tags' ? 'tag_merged' : 'category_merged'
  const merged = await listRepairs(t.db, kind, wanted.filter((id) => !found.has(id)).map(String))
  return new Map([
    ...Array.from(found, (id): [number, number] => [id, id]),
    ...Array.from(merged, ([id, other]): [number, number] => [Number(id), Number(other)]),
  ])
}

type Context = { categories: ReadonlyMap<number, number>; renamed: Renamed }

function postOf(batch: Batch, row: SourceRow, user_id: number, { categories, renamed }: Context): Post {
  const { findings, times } = batch
  const record = `posts ${row.id}`
  const title = tidyLine(textOf(row, 'title'))
  if (length(title) > POST.titleMax) findings.note('post_title', record, title)
  const text = cleanOldText(textOf(row, 'content'), renamed, { images: false })
  if (text.length > POST.contentMax) findings.note('post_long', record, `${text.length} 个字`)
  if (text.hadMarkup) findings.note('markup', record, textOf(row, 'content'))
  if (text.hadPictures) findings.note('post_picture', record)
  const oldCategory = idOf(row, 'category_id')
  const category_id = oldCategory === null ? null : (categories.get(oldCategory) ?? null)
  if (oldCategory !== null && category_id === null) findings.note('post_category', record, oldCategory)
  const is_draft = flagOf(row, 'is_draft')
  const isComplete = isVisible(title) && text.tokens.length > 0 && category_id !== null
  if (is_draft === 0 && !isComplete) findings.note('post_incomplete', record, title)
  const created_at = timeOf(row, times, findings)
  return {
    id: row.id,
    user_id,
    category_id,
    title,
    content: formatRichText(text.tokens),
    is_draft,
    is_private: is_draft,
    view_count: countOf(row, 'view_count'),
    location: null,
    created_at,
    updated_at: created_at,
  }
}

/** What counts for the limits of publishing on the site's first day. */
const publicationOf =
  ({ times }: Batch) =>
  ({ user_id, is_draft, created_at }: Post): NewRow<'publications'>[] =>
    is_draft === 0 && created_at > times.now - DAY_MS ? [{ user_id, created_at }] : []

async function writeImages(batch: Batch, posts: ReadonlyMap<number, Post>, images: SourceRow[]): Promise<void> {
  const { t, state, findings } = batch
  const uploads = await storedUploads(
    batch,
    images.map((image) => textOf(image, 'image_url')),
  )
  const owners = new Map<number, number>()
  const rows: NewRow<'post_images'>[] = []
  for (const [postId, own] of groupBy(images, (image) => idOf(image, 'post_id'))) {
    const post = postId === null ? undefined : posts.get(postId)
    let position = 0
    for (const image of own) {
      const url = textOf(image, 'image_url')
      const record = `post_images ${image.id}`
      if (!post) {
        findings.note('image_post', record, url)
        continue
      }
      const picture = resolvePicture(batch, url, uploads, `posts ${post.id}`)
      if (picture === 'lost') findings.note('image_lost', `posts ${post.id}`, url)
      else if (typeof picture === 'string') findings.note('image_address', `posts ${post.id}`, url)
      else if ('media' in picture) {
        rows.push({ post_id: post.id, position: position++, media_id: picture.media.id, url: null })
        if (!owners.has(picture.media.id)) owners.set(picture.media.id, post.user_id)
      } else rows.push({ post_id: post.id, position: position++, media_id: null, url: picture.url })
    }
    if (position > POST.imagesMax) findings.note('post_pictures', `posts ${postId}`, `${position} 张`)
  }
  await insertRows(t.db, 'post_images', rows)
  await setMediaOwners(t.db, owners)
  countRows(state, 'post_images', images.length, rows.length)
}

async function writeTags(batch: Batch, posts: ReadonlyMap<number, Post>, links: SourceRow[]): Promise<void> {
  const { t, state, findings } = batch
  const tags = await mapNames(
    batch,
    'tags',
    links.map((link) => idOf(link, 'tag_id')),
  )
  const rows: NewRow<'post_tags'>[] = []
  for (const [postId, own] of groupBy(links, (link) => idOf(link, 'post_id'))) {
    const chosen = new Set<number>()
    for (const link of own) {
      const tagId = tags.get(idOf(link, 'tag_id') ?? 0)
      if (postId === null || tagId === undefined || !posts.has(postId)) {
        findings.note('tag_post', `post_tags ${link.id}`, `posts ${postId}`, `tags ${textOf(link, 'tag_id')}`)
      } else if (chosen.has(tagId)) findings.note('tag_repeated', `posts ${postId}`, `tags ${textOf(link, 'tag_id')}`)
      else {
        rows.push({ post_id: postId, tag_id: tagId, position: chosen.size })
        chosen.add(tagId)
      }
    }
    if (chosen.size > POST.tagsMax) findings.note('post_tags', `posts ${postId}`, `${chosen.size} 个`)
  }
  await insertRows(t.db, 'post_tags', rows)
  countRows(state, 'post_tags', links.length, rows.length)
}
