import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { writeItem } from '#api/storage.ts'
import { makePost } from '#test/data.ts'
import { renderInApp, signIn, viewer } from '#test/render.tsx'
import { CopyOffer } from './CopyOffer.tsx'
import { createNoteCopies, createNoteForm, keepNote, type NoteCopy } from './note-form.ts'

const BEFORE = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-02T00:00:00.000Z'
const note = { title: '改到一半', content: '今天的番茄牛腩不错', tags: [], categoryId: 1 }

afterEach(() => localStorage.clear())

/** The values of all copies. */
const kept = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('copy:'))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? '').value)

/** The form of a note that was changed last at `version`, and what an earlier visit left. */
async function setUp(version: string, left: Partial<NoteCopy>) {
  signIn()
  const value = { note, images: [], ...left }
  writeItem(`copy:user-${viewer.id}:note/7:left`, JSON.stringify({ keptAt: Date.now(), value }))
  const noteForm = createNoteForm(makePost({ updated_at: version }))
  const copies = createNoteCopies('note/7', noteForm)
  function Form() {
    useEffect(() => {
      const [release, stop] = [copies.hold(), keepNote(noteForm, copies)]
      return () => {
        stop()
        release()
      }
    }, [])
    return <CopyOffer noteForm={noteForm} copies={copies} disabled={false} />
  }
  const { user } = renderInApp(<Form />)
  return { user, noteForm, offer: await screen.findByText(/写的内容还没保存/) }
}

it('says when the note was changed after the writing began, and leaves the choice', async () => {
  const { user, noteForm, offer } = await setUp(LATER, { version: BEFORE })
  expect(offer).toHaveTextContent(/这篇在那之后改过（.+），找回再保存会盖掉后来的修改/)
  expect(offer.querySelectorAll('time')[1]).toHaveAttribute('datetime', LATER)
  await user.click(screen.getByRole('button', { name: '找回' }))
  expect(noteForm.note.get().title).toBe('改到一半')
  // Whoever took it knows: what is written from now on began from the note as it is.
  act(() => noteForm.note.set({ ...noteForm.note.get(), title: '接着改' }))
  expect(kept()).toMatchObject([{ note: { title: '接着改' }, version: LATER }])
})

it.each([BEFORE, null, undefined])(
  'says nothing where the note is as it was, or nobody knows (%s)',
  async (version) => {
    const { user, offer, noteForm } = await setUp(BEFORE, version === undefined ? {} : { version })
    expect(offer).toHaveTextContent(/写的内容还没保存$/)
    await user.click(screen.getByRole('button', { name: '不要了' }))
    expect([noteForm.note.get().title, kept()]).toEqual(['食堂新菜', []])
  },
)

it('names the pictures that were not uploaded, before and after it is taken', async () => {
  const { user, offer } = await setUp(BEFORE, { unsent: 2 })
  expect(offer).toHaveTextContent('写的内容还没保存，2张图片没有传完，要重新选')
  await user.click(screen.getByRole('button', { name: '找回' }))
  await waitFor(() => expect(screen.getByText('2张图片没有传完，要重新选')).toBeVisible())
})

it('counts the pictures that are on their way into the copy', async () => {
  signIn()
  const noteForm = createNoteForm(null)
  const copies = createNoteCopies('note', noteForm)
  const stop = keepNote(noteForm, copies)
  // Without a server, neither arrives.
  noteForm.uploader.add([new File(['a'], 'a.png'), new File(['b'], 'b.png')])
  expect(kept()).toMatchObject([{ images: [], unsent: 2, version: null }])
  stop()
  copies.forget()
  noteForm.uploader.dispose()
})
