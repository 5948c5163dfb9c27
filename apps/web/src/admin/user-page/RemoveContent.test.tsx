import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { site } from '#ui/site.ts'
import { RemoveContent } from './RemoveContent.tsx'

it.each([
  ['as long as the trash keeps what it deletes', 7, '7 天内可以一次撤销'],
  ['no longer than a job can be undone', 60, '30 天内可以一次撤销'],
])('says that it can be undone %s', async (_, trashDays, words) => {
  const before = site.get()
  onTestFinished(() => site.set(before))
  site.set({ ...before, trashDays })
  signInAdmin('moderator')
  fakeServer()
  renderInApp(<RemoveContent id={1} nickname="安" opened onClose={() => {}} onStarted={() => {}} />)
  expect(await screen.findByRole('dialog')).toHaveTextContent(words)
})
