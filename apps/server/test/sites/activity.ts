/** Simulates the use of a site through its API, so that every kind of content is in the archive. */
import sharp from 'sharp'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Calls an endpoint below `/api` and returns `data`; throws where the answer is not 200. */
export type Call = <T = unknown>(
  method: Method,
  path: string,
  options?: { token?: string; body?: unknown },
) => Promise<T>

type Tokens = { access_token: string; refresh_token: string }
type WithId = { id: number }

export const PASSWORD = 'shiliu123'
export const NEW_PASSWORD = 'shiliu456'
export const ADMIN = { username: 'admin', password: 'shiliu123' }

export async function signIn(call: Call, user_id: string, password = PASSWORD): Promise<Tokens> {
  return (await call<{ tokens: Tokens }>('POST', '/auth/login', { body: { user_id, password } })).tokens
}

export async function signInAdmin(call: Call): Promise<Tokens> {
  return (await call<{ tokens: Tokens }>('POST', '/auth/admin/login', { body: ADMIN })).tokens
}

/** A picture of two colours that compresses well; every sixth is larger than the size for a note's page. */
async function drawPicture(seed: number): Promise<string> {
  const [width, height] = seed % 6 === 0 ? [1800, 1350] : [240 + 30 * (seed % 5), 320]
  const colour = (shift: number) => `hsl(${(seed * 47 + shift) % 360} 60% 60%)`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colour(0)}"/><circle cx="50%" cy="40%" r="30%" fill="${colour(150)}"/></svg>`
  return (await sharp(Buffer.from(drawing)).png().toBuffer()).toString('base64')
}

async function upload(call: Call, token: string, ...seeds: number[]): Promise<string[]> {
  const images = await Promise.all(seeds.map(drawPicture))
  return (await call<{ urls: string[] }>('POST', '/upload/base64', { token, body: { images } })).urls
}

/** Uploads pictures without an owner; `cli seed` uses them in its notes instead of the demo's larger files. */
export async function uploadSharedPictures(call: Call, count: number): Promise<void> {
  const { access_token: token } = await signInAdmin(call)
  for (let at = 0; at < count; at += 6) {
    await upload(call, token, ...Array.from({ length: 6 }, (_, i) => at + i))
  }
}

export type ActivityResult = Awaited<ReturnType<typeof simulateActivity>>

/** Writes as users and as an administrator of a site that has the seeded users `seed1` to `seed50`. */
export async function simulateActivity(call: Call) {
  const author = await signIn(call, 'seed1')
  const other = await signIn(call, 'seed2')
  const reader = await signIn(call, 'seed3')
  const [token, second, third] = [author.access_token, other.access_token, reader.access_token]
  const [category] = await call<WithId[]>('GET', '/categories')
  const category_id = category?.id

  const [avatar] = await upload(call, token, 101)
  const profile = { gender: '女', zodiac_sign: '狮子座', mbti: 'INFP', education: '本科', major: '历史' }
  await call('PUT', '/users/seed1', {
    token,
    body: { nickname: '旧版本的人', bio: '第一行<br>第二行', avatar, interests: ['阅读', '跑步'], ...profile },
  })

  const images = await upload(call, token, 102, 108, 109)
  const content = '旧版本里写下的一篇。<br>谢谢 [@二号:seed2] 的照片 & <三号> 😀'
  const tags = ['升级', '备份']
  const note = await call<WithId>('POST', '/posts', {
    token,
    body: { title: '搬家之前', content, category_id, tags, images },
  })
  const draft = await call<WithId>('POST', '/posts', {
    token,
    body: { title: '没写完', content: '还在想', is_draft: true, images: await upload(call, token, 110) },
  })
  const withdrawn = await call<WithId>('POST', '/posts', {
    token,
    body: { title: '收回的', content: '公开过', category_id },
  })
  await call('PUT', `/posts/${withdrawn.id}`, {
    token,
    body: { title: '收回的', content: '公开过', category_id, is_draft: true },
  })
  // An edit that replaces one picture and a tag.
  const [replacement] = await upload(call, token, 114)
  await call('PUT', `/posts/${note.id}`, {
    token,
    body: {
      title: '搬家之前',
      content,
      category_id,
      tags: ['升级', '恢复'],
      images: [replacement, ...images.slice(1)],
    },
  })

  const [answerPicture] = await upload(call, second, 111)
  const comment = await call<WithId>('POST', '/comments', {
    token: second,
    body: { post_id: note.id, content: `拍得真好 [@旧版本的人:seed1] <img src="${answerPicture}">` },
  })
  const reply = await call<WithId>('POST', '/comments', {
    token,
    body: { post_id: note.id, content: '谢谢', parent_id: comment.id },
  })
  await call('POST', '/comments', { token: third, body: { post_id: note.id, content: '同感', parent_id: reply.id } })
  const regretted = await call<WithId>('POST', '/comments', {
    token: third,
    body: { post_id: note.id, content: '删掉' },
  })
  await call('DELETE', `/comments/${regretted.id}`, { token: third })

  for (const reacting of [second, third]) {
    await call('POST', '/likes', { token: reacting, body: { target_type: 1, target_id: note.id } })
    await call('POST', `/posts/${note.id}/collect`, { token: reacting })
    await call('POST', '/users/seed1/follow', { token: reacting })
  }
  await call('POST', '/likes', { token, body: { target_type: 2, target_id: comment.id } })
  await call('POST', '/users/seed2/follow', { token })
  await call('DELETE', '/likes', { token: third, body: { target_type: 1, target_id: note.id } })
  await call('DELETE', `/posts/${note.id}/collect`, { token: third })
  await call('DELETE', '/users/seed1/follow', { token: third })

  const { posts } = await call<{ posts: WithId[] }>('GET', '/users/seed3/posts')
  if (posts[0]) await call('DELETE', `/posts/${posts[0].id}`, { token: third })
  const inbox = await call<{ notifications: WithId[] }>('GET', '/notifications?limit=10', { token })
  const [first, next] = inbox.notifications
  await call('PUT', `/notifications/${first?.id}/read`, { token })
  await call('DELETE', `/notifications/${next?.id}`, { token })

  await call('PUT', '/users/seed2/password', {
    token: second,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  })
  const leaving = await signIn(call, 'seed50')
  await call('DELETE', '/users/seed50', { token: leaving.access_token })
  const ended = await signIn(call, 'seed1')
  await call('POST', '/auth/logout', { token: ended.access_token })

  const admin = await signInAdmin(call)
  await administer(call, admin.access_token, reply.id)
  return {
    note: note.id,
    draft: draft.id,
    comment: comment.id,
    user: 'seed1',
    other: 'seed2',
    reader: 'seed3',
    userTokens: author,
    adminTokens: admin,
    endedRefreshToken: ended.refresh_token,
  }
}

async function administer(call: Call, token: string, comment: number): Promise<void> {
  const { id } = await call<WithId>('POST', '/categories', { token, body: { name: '旧分类', category_title: 'old' } })
  await call('PUT', `/categories/${id}`, { token, body: { name: '老分类', category_title: 'older' } })
  const [cover] = await upload(call, token, 112)
  await call('POST', '/admin/posts', {
    token,
    body: {
      title: '后台代发',
      content: '外面的图片',
      user_display_id: 'seed4',
      category_id: id,
      images: [cover, 'https://example.com/picture.jpg'],
    },
  })
  await call('PUT', '/admin/users/5', { token, body: { location: '北京', is_active: 0 } })
  await call('PUT', `/admin/comments/${comment}`, { token, body: { content: '谢谢你' } })
  await call('POST', '/admin/tags', { token, body: { name: '没人用的' } })
  await call('DELETE', '/admin/users/49', { token })
}
