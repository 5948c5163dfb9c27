import * as api from '@shiliu/contract/admin/settings-file'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { download, saveFile } from '#api/download.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { ADMIN_TOAST_MS, failureText, toastFailure } from '../feedback.ts'
import classes from './SettingsFile.module.css'
import { fieldNamed, wordsOf } from './setting-values.ts'
import { showIdentity } from './use-settings.ts'

type File = Pick<api.SettingsFile, 'format' | 'settings'>
type Read = { file: File; preview: api.SettingsPreview }

/** Saves the settings as a file, and takes them from one after showing what that changes. */
export function SettingsFile({ disabled }: { disabled: boolean }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<Read | null>(null)

  /** The second click of a double click comes before the mutation is rendered. */
  const sent = useRef(false)

  function apply(wanted: Read) {
    if (sent.current) return
    sent.current = true
    importing.mutate(wanted)
  }

  const saving = useMutation({
    mutationFn: async (): Promise<api.SettingsFile> => JSON.parse(await (await download(api.exportFile)).text()),
    onSuccess(file) {
      const text = `${JSON.stringify(file, null, 2)}\n`
      saveFile(new Blob([text], { type: 'application/json' }), `shiliu-settings-${file.exported_at.slice(0, 10)}.json`)
    },
    onError: (error) => toastFailure('导出失败', error),
  })
  const reading = useMutation({
    mutationFn: async (chosen: Blob): Promise<Read> => {
      const file = readFile(await chosen.text())
      return { file, preview: await call(api.previewFile, { body: file }) }
    },
    onSuccess(next) {
      if (next.preview.changes.length > 0) setRead(next)
      else toast.success('和现在的设置一样，没有要改的', ADMIN_TOAST_MS)
    },
    onError: (error) => toastFailure('不能导入', error),
  })
  const importing = useMutation({
    mutationFn: ({ file, preview }: Read) => {
      const began = Object.fromEntries(preview.changes.map(({ name, before }) => [name, before]))
      return call(api.importFile, { body: { ...file, began } })
    },
    onSettled() {
      sent.current = false
    },
    onSuccess(saved) {
      client.setQueryData(keys.adminSettings, saved)
      showIdentity(saved.settings)
      setRead(null)
      toast.success('设置已导入', ADMIN_TOAST_MS)
    },
  })

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Cleared so that choosing the same file again fires a change.
    target.value = ''
    if (file) reading.mutate(file)
  }

  return (
    <div className={classes.buttons}>
      <Button size="sm" variant="plain" loading={saving.isPending} onClick={() => saving.mutate()}>
        导出设置
      </Button>
      <Button
        size="sm"
        variant="plain"
        disabled={disabled}
        loading={reading.isPending}
        onClick={() => input.current?.click()}
      >
        导入设置
      </Button>
      <input ref={input} type="file" hidden accept=".json,application/json" aria-label="设置文件" onChange={choose} />
      <DialogFrame opened={read !== null} onClose={() => setRead(null)} title="导入设置" width={560}>
        {read && (
          <>
            <Changes preview={read.preview} />
            {importing.error && (
              <p className={classes.failure} role="alert">
                {failureText('导入失败', importing.error)}
              </p>
            )}
            <div className={classes.actions}>
              <Button variant="plain" size="lg" onClick={() => setRead(null)}>
                取消
              </Button>
              <Button size="lg" data-autofocus loading={importing.isPending} onClick={() => apply(read)}>
                导入 {read.preview.changes.length} 项
              </Button>
            </div>
          </>
        )}
      </DialogFrame>
    </div>
  )
}

function Changes({ preview: { changes, unknown } }: { preview: api.SettingsPreview }) {
  return (
    <>
      <p className={classes.hint}>这些设置会改成文件里的值，其余的不变：</p>
      <dl className={classes.changes}>
        {changes.map(({ name, label, before, after }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <del>{shown(name, before)}</del> → <ins>{shown(name, after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && <p className={classes.hint}>不会导入：{unknown.join('、')}</p>}
    </>
  )
}

function shown(name: string, value: unknown): string {
  const field = fieldNamed(name)
  return (field && wordsOf(field, value as never)) || '空'
}

/** Throws in words where the text is no file of settings; what is in it the server checks. */
function readFile(text: string): File {
  try {
    const { format, settings } = JSON.parse(text) as File
    if (typeof settings === 'object' && settings !== null) return { format, settings }
  } catch {
    // Told below.
  }
  throw new ApiError(400, '这不是导出的设置文件')
}
