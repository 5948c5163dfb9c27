/** Comments and replies: what answers a comment that is gone goes, too. */
import { COMMENT } from '@shiliu/contract/limits'
import { formatRichText, type Token } from '@shiliu/contract/rich-text'
import { storedDetailUrl } from '#modules/media/media.service.ts'
import { existing, insertRows, listComments, listPosts, type NewRow, setMediaOwners } from './import.repo.ts'
import { cleanOldText } from './old-texts.ts'
import { picturesIn, resolvePicture, storedUploads } from './old-uploads.ts'
import { idOf, textOf, timeOf } from './old-values.ts'
import { renamedIn } from './posts.ts'
import type { SourceRow } from './source.ts'
import { type Batch, stage } from './stage.ts'

/** Stands for a picture that is gone, where a comment had nothing else. */
const GONE: Token = { kind: 'text', text: '［图片］' }

type Placed = { row: SourceRow; post_id: number; user_id: number; parent_id: number | null; root_id: number | null }
type Uploads = Awaited<ReturnType<typeof storedUploads>>

export const commentsStage = stage({
  name: 'comments',
  label: '评论',
  table: 'comments',
  limit: 300,
  async write(batch) {
    const { t, rows } = batch
    const placed = await place(batch)
    const contents = rows.map((row) => textOf(row, 'content'))
    const renamed = await renamedIn(batch, contents)
    const uploads = await storedUploads(batch, contents.flatMap(picturesIn))
    const owners = new Map<number, number>()
    const images: NewRow<'comment_images'>[] = []
    const comments = placed.map(({ row, ...links }): NewRow<'comments'> => {
      const text = cleanOldText(textOf(row, 'content'), renamed, { images: true })
      const { tokens, mediaIds } = withPictures(batch, row, text.tokens, uploads)
      noteText(batch, row, { ...text, tokens })
      for (const media_id of mediaIds) {
        images.push({ comment_id: row.id, media_id })
        if (!owners.has(media_id)) owners.set(media_id, links.user_id)
      }
      const created_at = timeOf(row, batch.times, batch.findings)
      return { id: row.id, ...links, content: formatRichText(tokens), location: null, created_at }
    })
    await insertRows(t.db, 'comments', comments)
    await insertRows(t.db, 'comment_images', images)
    await setMediaOwners(t.db, owners)
    return comments.length
  },
})

/** Those whose note, author and parent are there. A parent is older than what answers it. */
async function place({ t, rows, findings }: Batch): Promise<Placed[]> {
  const posts = await listPosts(
    t.db,
    rows.map((row) => idOf(row, 'post_id')),
  )
  const authors = await existing(
    t.db,
    'users',
    rows.map((row) => idOf(row, 'user_id')),
  )
  const known: Map<number, { post_id: number; root_id: number | null }> = await listComments(
    t.db,
    rows.map((row) => idOf(row, 'parent_id')),
  )
  return rows.flatMap((row): Placed[] => {
    const [post_id, user_id, parent_id] = [idOf(row, 'post_id'), idOf(row, 'user_id'), idOf(row, 'parent_id')]
    const record = `comments ${row.id}`
    const lost = (kind: 'comment_post' | 'comment_author' | 'comment_parent', column: string) => {
      findings.note(kind, record, textOf(row, column), textOf(row, 'content'))
      return []
    }
    if (post_id === null || !posts.has(post_id)) return lost('comment_post', 'post_id')
    if (user_id === null || !authors.has(user_id)) return lost('comment_author', 'user_id')
    const parent = parent_id === null ? undefined : known.get(parent_id)
    const isReply = Number(row.parent_id ?? 0) !== 0
    if (isReply && parent?.post_id !== post_id) return lost('comment_parent', 'parent_id')
    const root_id = parent && parent_id !== null ? (parent.root_id ?? parent_id) : null
    known.set(row.id, { post_id, root_id })
    return [{ row, post_id, user_id, parent_id: isReply ? parent_id : null, root_id }]
  })
}

function withPictures(batch: Batch, row: SourceRow, tokens: readonly Token[], uploads: Uploads) {
  const mediaIds: number[] = []
  const shown = tokens.flatMap((token): Token[] => {
    if (token.kind !== 'image') return [token]
    const picture = resolvePicture(batch, token.url, uploads, `comments ${row.id}`)
    if (typeof picture === 'string') {
      batch.findings.note('comment_picture', `comments ${row.id}`, token.url)
      return []
    }
    if ('url' in picture) return [{ kind: 'image', url: picture.url }]
    if (!mediaIds.includes(picture.media.id)) mediaIds.push(picture.media.id)
    return [{ kind: 'image', url: storedDetailUrl(picture.media.media_key) }]
  })
  const isGone = shown.length === 0 && tokens.length > 0
  return { tokens: isGone ? [GONE] : shown, mediaIds }
}

type NotedText = Pick<ReturnType<typeof cleanOldText>, 'tokens' | 'length' | 'hadMarkup'>

function noteText({ findings }: Batch, row: SourceRow, { tokens, length, hadMarkup }: NotedText): void {
  const record = `comments ${row.id}`
  if (tokens.length === 0) findings.note('comment_empty', record, textOf(row, 'content'))
  if (length > COMMENT.contentMax) findings.note('comment_long', record, `${length} 个字`)
  if (hadMarkup) findings.note('markup', record, textOf(row, 'content'))
}
