/** What a page never gets to see, read from the server's database, and what it cannot send. */
import Database from 'better-sqlite3'
import { database } from './place.ts'

function readOne(sql: string, value: string | number): unknown {
  const db = new Database(database, { readonly: true, fileMustExist: true })
  try {
    return db.prepare(sql).pluck().get(value)
  } finally {
    db.close()
  }
}

/** What a person would read off the captcha's picture: the answer never leaves the server. */
export function captchaAnswer(captchaId: string): string {
  const answer = readOne('select answer from captchas where id = ?', captchaId)
  if (typeof answer !== 'string') throw new Error(`no captcha ${captchaId}`)
  return answer
}

/** How many pictures are stored for somebody. */
export const storedPictures = (userId: number) =>
  Number(readOne('select count(*) from media where owner_id = ?', userId))

/** Puts a video before a note's pictures, as only an administrator may. */
export function addVideo(postId: number, url: string) {
  const db = new Database(database, { fileMustExist: true })
  try {
    db.prepare('update post_images set position = position + 100 where post_id = ?').run(postId)
    db.prepare('insert into post_images (post_id, position, url) values (?, 0, ?)').run(postId, url)
  } finally {
    db.close()
  }
}
