import { type FormEvent, useState } from 'react'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import type { Field } from '../define-field.ts'
import { isEditable, type Resource } from '../define-resource.ts'
import type { Trash } from './use-trash.ts'

type Props = { resource: Resource; trash: Trash }

/** Asks for other names where another record took those of what is to be restored. */
export function TakenNameDialog({ resource, trash }: Props) {
  const [shown, setShown] = useState(trash.taken)
  if (trash.taken && trash.taken !== shown) setShown(trash.taken)
  if (!shown) return null
  return (
    <DialogFrame
      opened={trash.taken !== null}
      onClose={trash.giveUp}
      onExited={() => setShown(null)}
      title={`换个名称恢复${resource.noun}`}
    >
      <NamesForm key={shown.id} resource={resource} trash={trash} {...shown} />
    </DialogFrame>
  )
}

function NamesForm({ resource, trash, id, message }: Props & { id: number; message: string }) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  // Names are what must be there; the browser does not have the contract's schemas.
  const isName = ({ kind, required }: Field) => kind === 'text' && required === true
  const fields = isEditable(resource) ? resource.fields.filter(isName) : []
  const entered = Object.fromEntries(Object.entries(names).filter(([, text]) => text.trim() !== ''))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.keys(entered).length > 0) trash.restore([id], entered)
  }

  return (
    <form onSubmit={submit} aria-label="换个名称恢复">
      <p role="alert">{message}</p>
      {fields.map(({ name, label }, i) => (
        <TextField
          key={name}
          label={label}
          data-autofocus={i === 0 || undefined}
          value={names[name] ?? ''}
          placeholder="留空则用原来的"
          onChange={(text) => setNames({ ...names, [name]: text })}
        />
      ))}
      <ActionBar>
        <Button variant="plain" onClick={trash.giveUp}>
          取消
        </Button>
        <Button type="submit" loading={trash.busy}>
          恢复
        </Button>
      </ActionBar>
    </form>
  )
}
