/** What a person would read off the captcha's picture: the answer never leaves the server, so it is read from its database. */
import Database from 'better-sqlite3'
import { database } from './place.ts'

export function captchaAnswer(captchaId: string): string {
  const db = new Database(database, { readonly: true, fileMustExist: true })
  try {
    const answer: unknown = db.prepare('select answer from captchas where id = ?').pluck().get(captchaId)
    if (typeof answer !== 'string') throw new Error(`no captcha ${captchaId}`)
    return answer
  } finally {
    db.close()
  }
}
