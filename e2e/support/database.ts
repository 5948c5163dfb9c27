/** What a page never gets to see, read from the server's database. */
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
