/** A mail server on this machine, and the site set up to use it. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SETTING_FIELDS } from '@shiliu/contract/admin/setting-fields'
import * as settings from '@shiliu/contract/admin/settings'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { adminToken, call } from './api.ts'
import { expect } from './fixtures.ts'

export type Mailbox = {
  port: number
  /** The last mail to this address whose subject has these words. */
  mailTo(address: string, words: string): Promise<ParsedMail>
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: { to: string[]; mail: ParsedMail }[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 0,
    onAuth: (_, __, done) => done(null, { user: 'sender' }),
    onData(stream, { envelope }, done) {
      simpleParser(stream).then((mail) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), mail })
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const find = (address: string, words: string) =>
    mails.findLast(({ to, mail }) => to.includes(address) && mail.subject?.includes(words))?.mail
  return {
    port: (server.server.address() as AddressInfo).port,
    async mailTo(address, words) {
      await expect.poll(() => find(address, words), { timeout: 15_000 }).toBeDefined()
      return find(address, words) as ParsedMail
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Without signing in to the mail server. */
export async function sendBy({ port }: Pick<Mailbox, 'port'>): Promise<void> {
  const body = {
    mail_host: '127.0.0.1',
    mail_port: port,
    mail_security: 'none',
    mail_from: 'site@example.edu.cn',
  } as const
  await call(settings.update, { token: await adminToken(), body })
}

export async function stopSending(): Promise<void> {
  const reset = SETTING_FIELDS.map(({ name }) => name).filter((name) => /^mail_|^registration_email$/.test(name))
  await call(settings.update, { token: await adminToken(), body: { reset } })
}

export function codeOf({ text = '' }: ParsedMail): string {
  return /^[a-z0-9]{4}-[a-z0-9]{4}$/m.exec(text)?.[0] ?? ''
}
