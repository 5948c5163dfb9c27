/** Accesses the server's database for what the API does not offer. */
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { database } from './server.ts'

function readOne(sql: string, value: string | number): unknown {
  const db = new Database(database, { readonly: true, fileMustExist: true })
  try {
    return db.prepare(sql).pluck().get(value)
  } finally {
    db.close()
  }
}

export function captchaAnswer(captchaId: string): string {
  const answer = readOne('select answer from captchas where id = ?', captchaId)
  if (typeof answer !== 'string') throw new Error(`no captcha ${captchaId}`)
  return answer
}

/** A captcha that nobody drew, which takes longer than the rest of a registration. */
export function newCaptcha() {
  const captcha = { captchaId: randomUUID(), captchaText: 'abcd' }
  const db = new Database(database, { fileMustExist: true })
  try {
    const insert = db.prepare('insert into captchas (id, answer, expires_at) values (?, ?, ?)')
    insert.run(captcha.captchaId, captcha.captchaText, Date.now() + 60_000)
  } finally {
    db.close()
  }
  return captcha
}

export const storedPictures = (userId: number) =>
  Number(readOne('select count(*) from media where owner_id = ?', userId))

/** Inserts a video before a note's images, which users cannot do. */
export function addVideo(postId: number, url: string) {
  const db = new Database(database, { fileMustExist: true })
  try {
    db.prepare('update post_images set position = position + 100 where post_id = ?').run(postId)
    db.prepare('insert into post_images (post_id, position, url) values (?, 0, ?)').run(postId, url)
  } finally {
    db.close()
  }
}

/** Writes many comments at once, oldest first, on a note that nobody has read yet. Returns their ids. */
export function addComments(post_id: number, user_id: number, texts: readonly string[], parent: number | null = null) {
  const db = new Database(database, { fileMustExist: true })
  try {
    const insert = db.prepare(`insert into comments (post_id, user_id, parent_id, root_id, content, created_at)
      values (@post_id, @user_id, @parent, @parent, @content, @created_at)`)
    const count = db.prepare('update posts set comment_count = comment_count + ? where id = ?')
    return db.transaction(() => {
      count.run(texts.length, post_id)
      db.prepare('update comments set reply_count = reply_count + ? where id = ?').run(texts.length, parent)
      const rows = texts.map((content) => ({ post_id, user_id, parent, content, created_at: Date.now() }))
      return rows.map((row) => Number(insert.run(row).lastInsertRowid))
    })()
  } finally {
    db.close()
  }
}

/** Gives a note counts that would take thousands of requests. */
export function setCounts(postId: number, counts: { view_count: number; like_count: number; comment_count: number }) {
  const db = new Database(database, { fileMustExist: true })
  try {
    const sql = `update posts set view_count = @view_count, like_count = @like_count, comment_count = @comment_count
      where id = @postId`
    db.prepare(sql).run({ ...counts, postId })
  } finally {
    db.close()
  }
}

function setMarks(values: Record<string, number>) {
  const db = new Database(database, { fileMustExist: true })
  try {
    db.prepare("delete from marks where name like 'setup%'").run()
    const insert = db.prepare('insert into marks (name, value) values (?, ?)')
    for (const [name, value] of Object.entries(values)) insert.run(name, value)
  } finally {
    db.close()
  }
}

/** The demo's site counts as new: its first administrator got a generated password. */
export const beginSetup = () => setMarks({ setup: 1 })
export const endSetup = () => setMarks({})
