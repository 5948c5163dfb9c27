import { expect, it } from 'vitest'
import { seal, unseal } from './sealing.ts'

const SECRET = 'a secret of the site that is long enough'
const about = { purpose: 'totp', owner: 'admin 1' }
const plain = new TextEncoder().encode('twenty secret bytes!')

it('opens what it sealed, which is another text each time and fits its column', () => {
  const [one, other] = [seal(SECRET, about, plain), seal(SECRET, about, plain)]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^[\w-]{64}$/)
  expect(Buffer.from(unseal(SECRET, about, one) ?? []).toString()).toBe('twenty secret bytes!')
})

it.each([
  ['another secret', (text: string) => unseal(`${SECRET}2`, about, text)],
  ['another purpose', (text: string) => unseal(SECRET, { ...about, purpose: 'other' }, text)],
  ['another owner', (text: string) => unseal(SECRET, { ...about, owner: 'admin 2' }, text)],
  [
    'a changed byte',
    (text: string) => unseal(SECRET, about, `${text.slice(0, 20)}${text[20] === 'A' ? 'B' : 'A'}${text.slice(21)}`),
  ],
  ['a text that is too short', (text: string) => unseal(SECRET, about, text.slice(0, 20))],
])('does not open with %s', (_, open) => {
  expect(open(seal(SECRET, about, plain))).toBeNull()
})
