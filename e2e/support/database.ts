/** Accesses the server's database for what the API does not offer. */
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
