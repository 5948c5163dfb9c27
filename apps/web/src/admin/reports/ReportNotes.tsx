import * as api from '@shiliu/contract/admin/reports'
import { REPORT } from '@shiliu/contract/reports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useAdmin } from '#api/session.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { toastFailure } from '../feedback.ts'
import classes from './ReportDetail.module.css'

/** Who looks after it, and what moderators tell each other about it. */
export function ReportNotes({ entry }: { entry: api.ReportDetail }) {
  const own = useAdmin()?.id ?? null
  const client = useQueryClient()
  const [text, setText] = useState('')
  const key = keys.adminRow('reports', entry.id)
  const params = { id: entry.id }
  const show = (fresh: api.ReportDetail) => client.setQueryData(key, fresh)
  const failed = (what: string) => (error: unknown) => {
    toastFailure(what, error)
    void client.invalidateQueries({ queryKey: key })
  }
  const assign = useMutation({
    mutationFn: (admin_id: number | null) => call(api.assign, { params, body: { admin_id } }),
    onSuccess: show,
    onError: failed('没有保存'),
  })
  const add = useMutation({
    mutationFn: () => call(api.addNote, { params, body: { text } }),
    onSuccess(fresh) {
      setText('')
      show(fresh)
    },
    onError: failed('备注没有保存'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() && !add.isPending) add.mutate()
  }
  const mine = entry.assigned !== null && entry.assigned.id === own
  return (
    <section className={classes.part} aria-label="管理员之间">
      <h2>管理员之间</h2>
      <p className={classes.assigned}>
        <span>{entry.assigned ? `由 ${mine ? '你' : entry.assigned.username} 处理` : '还没有人认领'}</span>
        {entry.state === 'open' && (
          <>
            {!mine && (
              <Button size="sm" variant="plain" loading={assign.isPending} onClick={() => assign.mutate(own)}>
                我来处理
              </Button>
            )}
            {entry.assigned && (
              <Button size="sm" variant="plain" loading={assign.isPending} onClick={() => assign.mutate(null)}>
                不再认领
              </Button>
            )}
          </>
        )}
      </p>
      <ul className={classes.lines} aria-label="备注">
        {entry.notes.map((note) => (
          <li key={note.id}>
            <p className={classes.facts}>
              {note.author} <RelativeTime time={note.created_at} />
            </p>
            <p dir="auto">{note.text}</p>
          </li>
        ))}
      </ul>
      <form className={classes.noteForm} onSubmit={submit} noValidate>
        <TextField
          aria-label="备注"
          placeholder="写给其他管理员"
          value={text}
          maxLength={REPORT.textMax}
          onChange={setText}
        />
        <Button size="sm" variant="plain" type="submit" loading={add.isPending} disabled={!text.trim()}>
          添加备注
        </Button>
      </form>
    </section>
  )
}
