import type { AdminRole } from '@shiliu/contract/admin/roles'
import type { PostInput } from '@shiliu/contract/posts'
import type { Uploaded } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { createAdminWithHash } from '#modules/admin/admins.service.ts'
import { openSession } from '#modules/auth/sessions.service.ts'
import { createCategory } from '#modules/categories/categories.service.ts'
import { putPicture } from '#modules/media/uploads.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import { createPost } from '#modules/posts/post-mutations.service.ts'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { createUser } from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { hashPassword } from '#platform/passwords.ts'
import { smallFile } from './pictures.ts'

export const PASSWORD = 'shiliu123'
/** Shared by all accounts, since hashing is slow. */
let passwordHash: Promise<string> | undefined
let made = 0

function hashOnce(): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD, 'test')
  return passwordHash
}

export type TestUser = { id: number; user_id: string; nickname: string; token: string; refreshToken: string }

/** A signed-in user. */
export async function makeUser(ctx: Ctx, fields: { user_id?: string; nickname?: string } = {}): Promise<TestUser> {
  made++
  const user_id = fields.user_id ?? `user${made}`
  const nickname = fields.nickname ?? `同学${made}`
  const id = await createUser(ctx, { user_id, nickname, password_hash: await hashOnce() })
  const tokens = await openSession(ctx, { role: 'user', id }, 'test')
  return { id, user_id, nickname, token: tokens.access_token, refreshToken: tokens.refresh_token }
}

export type TestAdmin = { id: number; username: string; token: string }

/** A signed-in administrator. */
export async function makeAdmin(ctx: Ctx, role: AdminRole = 'owner'): Promise<TestAdmin> {
  const username = `admin${++made}`
  const admin = { username, password_hash: await hashOnce(), role, is_active: 1 } as const
  const id = await tx(ctx, (t) => createAdminWithHash(t, admin))
  const tokens = await openSession(ctx, { role: 'admin', id }, 'test')
  return { id, username, token: tokens.access_token }
}

/** Slugs consist of letters only. */
export async function makeCategory(ctx: Ctx, name = `分类${++made}`): Promise<{ id: number; name: string }> {
  const slug = [...String(++made)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
  const { id } = await createCategory(ctx, { name, category_title: `cat${slug}` })
  return { id, name }
}

/** An uploaded picture, which nothing shows yet. */
export async function storePicture(ctx: Ctx, ownerId: number, file: UploadedFile): Promise<Uploaded> {
  const picture = await putPicture(ctx, { account: `user:${ownerId}`, ownerId }, file)
  await ctx.db.insertInto('media').values(picture.row).execute()
  return picture.uploaded
}

type PostFields = Partial<PostInput> & { pictures?: number }

/** A published post or a draft; without a category it gets a new one. It ranks as the only one of its author's day. */
export async function makePost(ctx: Ctx, author: TestUser, fields: PostFields = {}): Promise<{ id: number }> {
  const { pictures = 0, ...input } = fields
  const images = await Promise.all(
    Array.from({ length: pictures }, async (_, i) => (await storePicture(ctx, author.id, await smallFile(i))).url),
  )
  const category_id = input.category_id === undefined ? (await makeCategory(ctx)).id : input.category_id
  const defaults = { title: `笔记${++made}`, content: '正文', is_draft: false, images }
  const id = await createPost(ctx, author.id, { ...defaults, ...input, category_id })
  const row = await ctx.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.day_posts > 0) {
    const alone = { day_posts: 0, hot_score: hotScore({ ...row, day_posts: 0 }) }
    await ctx.db.updateTable('posts').set(alone).where('id', '=', id).execute()
  }
  return { id }
}

/** Purges the trash as if what is in it had been kept for its thirty days. */
export async function emptyTrash({ ctx }: { ctx: Ctx }): Promise<void> {
  await ctx.db.updateTable('trash').set({ purge_at: 0 }).execute()
  await purgeTrash(ctx)
}

type SchoolFields = { name: string; address: string; kind?: 'oidc' | 'cas' } & Partial<
  Record<'client_id' | 'scope', string>
> & { is_active?: 0 | 1 }

/** A school that people can sign in at, without what the back office checks. */
export async function addSchool(ctx: Ctx, fields: SchoolFields): Promise<void> {
  const none = { client_id: '', client_secret: null, scope: '', name_attribute: '', badge_attribute: '', badges: '' }
  const row = { kind: 'cas', name_key: fields.name, ...none, ends_session: 0, is_active: 1, ...fields } as const
  await ctx.db
    .insertInto('campus_providers')
    .values({ ...row, created_at: 1, updated_at: 1 })
    .execute()
}
