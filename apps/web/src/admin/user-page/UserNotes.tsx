import * as api from '@shiliu/contract/admin/user-page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { toastFailure } from '../feedback.ts'
import { Loaded } from './Loaded.tsx'
import classes from './UserPage.module.css'

/** What moderators tell each other about the user. */
export function UserNotes({ id }: { id: number }) {
  const client = useQueryClient()
  const queryKey = keys.adminRow('user-notes', id)
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.listNotes, { params: { id }, signal }),
  })
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const add = useMutation({
    mutationFn: () => call(api.addNote, { params: { id }, body: { text } }),
    onSuccess(notes) {
      client.setQueryData(queryKey, notes)
      setText('')
    },
    onError: (error) => toastFailure('备注没有保存', error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') setMissing(true)
    else if (!add.isPending) add.mutate()
  }

  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label="写一条备注"
          placeholder="只有管理员看得到"
          value={text}
          maxLength={api.USER_NOTE.textMax}
          error={missing ? '请填写备注' : null}
          onChange={(value) => {
            setText(value)
            setMissing(false)
          }}
        />
        <Button type="submit" size="sm" loading={add.isPending}>
          保存备注
        </Button>
      </form>
      <Loaded query={list} rowsOf={({ notes }) => notes} none="还没有备注" label="备注">
        {(note) => (
          <div className={classes.words}>
            <p className={classes.said}>{note.text}</p>
            <p className={classes.facts}>
              {note.author} · <RelativeTime time={note.created_at} />
            </p>
          </div>
        )}
      </Loaded>
    </>
  )
}
