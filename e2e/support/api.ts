import { admins } from '@shiliu/contract/admin/admins'
import * as adminAuth from '@shiliu/contract/admin/auth'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import * as auth from '@shiliu/contract/auth'
import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn, QueryIn } from '@shiliu/contract/endpoint'
import * as posts from '@shiliu/contract/posts'
import * as uploads from '@shiliu/contract/uploads'
import sharp from 'sharp'
import { newCaptcha } from './database.ts'
import { origin } from './server.ts'
import { unique } from './unique.ts'

export type Account = { user: auth.OwnUser; tokens: auth.Tokens; password: string }

export const PASSWORD = 'shiliu123'

type Input<E extends AnyEndpoint> = {
  params?: { [Name in keyof ParamsIn<E>]: string | number }
  query?: QueryIn<E>
  body?: BodyIn<E>
  form?: FormData
  token?: string
}

/** Returns the `data` of the response. Throws the server's message on an error. */
export async function call<E extends AnyEndpoint>(endpoint: E, input: Input<E> = {}): Promise<OutputOf<E>> {
  const { params, query, body, form, token } = input
  const values = new Map(Object.entries(params ?? {}))
  const address = new URL(`/api${endpoint.path.replace(/:(\w+)/g, (_, name) => String(values.get(name)))}`, origin)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(address, {
    method: endpoint.method,
    headers,
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  })
  const answer = (await response.json()) as { message: string; data: OutputOf<E> }
  if (!response.ok) throw new Error(`${endpoint.method} ${address.pathname}: ${response.status} ${answer.message}`)
  return answer.data
}

export async function newAccount(nickname: string): Promise<Account> {
  const body = { user_id: unique('e'), nickname, password: PASSWORD, ...newCaptcha() }
  return { ...(await call(auth.register, { body })), password: PASSWORD }
}

export async function demoAccount(user_id: string): Promise<Account> {
  return { ...(await call(auth.login, { body: { user_id, password: PASSWORD } })), password: PASSWORD }
}

export const adminAccount = () => call(adminAuth.login, { body: { username: 'admin', password: PASSWORD } })

/** A new administrator, signed in. */
export async function newAdmin(role: AdminRole) {
  const body = { username: unique('a'), password: PASSWORD, role }
  await call(admins.create, { body, token: await adminToken() })
  return call(adminAuth.login, { body })
}

export async function adminToken(): Promise<string> {
  return (await adminAccount()).tokens.access_token
}

export async function newPicture(token: string, width: number, height: number): Promise<string> {
  const background = { r: 225, g: 29, b: 72 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'plain.png')
  const { url } = await call(uploads.image, { form, token })
  return url
}

export type NewNote = { id: number; title: string }

export async function newNote(author: Account, categoryId: number, pictures = 1): Promise<NewNote> {
  const title = unique('笔记')
  const token = author.tokens.access_token
  const images = await Promise.all(Array.from({ length: pictures }, () => newPicture(token, 300, 400)))
  const body = { title, content: '在图书馆看了一下午的书', category_id: categoryId, images, tags: ['图书馆'] }
  const { id } = await call(posts.create, { body, token })
  return { id, title }
}

export async function newDraft(author: Account, title: string): Promise<NewNote> {
  const { id } = await call(posts.create, { body: { title, is_draft: true }, token: author.tokens.access_token })
  return { id, title }
}
