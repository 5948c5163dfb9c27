import { expect, it } from 'vitest'
import { isAddress, soleTarget, targetOf } from './find-targets.ts'

const hit = { id: 5, title: '晚霞', detail: '', picture: null, state: null, exact: false } as const

it('leads to pages of users and to the details of everything else', () => {
  expect(targetOf('users', hit).to).toBe('/admin/users/5')
  expect(targetOf('posts', { ...hit, state: 'hidden' }).to).toBe('/admin/posts?id=5&view=5')
  expect(targetOf('comments', { ...hit, state: 'deleted' }).to).toBe('/admin/comments?id=5&view=5&state=deleted')
})

it('leads on by itself only where nothing else could be meant', () => {
  const [note, comment] = [targetOf('posts', hit), targetOf('comments', hit)]
  expect(soleTarget([])).toBeNull()
  expect(soleTarget([note])).toBe(note)
  expect(soleTarget([note, comment])).toBeNull()
  const exact = { ...comment, exact: true }
  expect(soleTarget([note, exact])).toBe(exact)
  expect(soleTarget([exact, { ...note, exact: true }])).toBeNull()
})

it.each([
  ['https://shiliu.example/post?id=5', true],
  ['/post?id=5', true],
  ['/user/chenyu', true],
  ['/postbox', false],
  ['看 https://shiliu.example/post?id=5', false],
  ['图书馆', false],
])('%s is an address: %s', (text, expected) => {
  expect(isAddress(text)).toBe(expected)
})
