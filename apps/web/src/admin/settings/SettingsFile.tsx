import { wordsOf } from '@shiliu/contract/admin/setting-words'
import * as api from '@shiliu/contract/admin/settings-file'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { download, saveFile } from '#api/download.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { ADMIN_TOAST_MS, failureText, toastFailure } from '../feedback.ts'
import classes from './SettingsFile.module.css'
import { fieldNamed } from './setting-values.ts'
import { showIdentity } from './use-settings.ts'

type File = Pick<api.SettingsFile, 'format' | 'settings' | 'logo'>
type Read = { file: File; preview: api.SettingsPreview }

/** Saves the settings as a file, and takes them from one after showing what that changes. */
export function SettingsFile({ disabled }: { disabled: boolean }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<Read | null>(null)
  /** What was read stays while the dialog fades out. */
  const [opened, setOpened] = useState(false)
  const hint = useId()

  /** The second click of a double click comes before the mutation is rendered. */
  const sent = useRef(false)

  function save() {
    ignoreSecondClick()
    saving.mutate()
  }

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
      importing.reset()
      if (next.preview.changes.length > 0) {
        setRead(next)
        setOpened(true)
      } else toast.success('和现在的设置一样，没有要改的', ADMIN_TOAST_MS)
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
      setOpened(false)
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
      <Button size="sm" variant="plain" loading={saving.isPending} onClick={save}>
        导出设置
      </Button>
      <Button
        size="sm"
        variant="plain"
        aria-disabled={disabled}
        aria-describedby={disabled ? hint : undefined}
        loading={reading.isPending}
        onClick={() => input.current?.click()}
      >
        导入设置
      </Button>
      {disabled && (
        <p id={hint} className={classes.first}>
          先保存或放弃下面的改动，再导入
        </p>
      )}
      <input ref={input} type="file" hidden accept=".json,application/json" aria-label="设置文件" onChange={choose} />
      <DialogFrame opened={opened} onClose={() => setOpened(false)} title="导入设置" width={560}>
        {read && (
          <>
            <Changes {...read} />
            {importing.error && (
              <p className={classes.failure} role="alert">
                {failureText('导入失败', importing.error)}
              </p>
            )}
            <div className={classes.actions}>
              <Button variant="plain" size="lg" onClick={() => setOpened(false)}>
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

function Changes({ file, preview: { changes, unknown } }: Read) {
  return (
    <>
      <p className={classes.hint}>这些设置会改成文件里的值，其余的不变：</p>
      <dl className={classes.changes}>
        {changes.map(({ name, label, before, after }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {name === 'site_logo' ? (
                <>
                  <Logo address={String(before)} /> → <Logo address={after === '' ? '' : (file.logo ?? '')} />
                </>
              ) : (
                <>
                  <del>{shown(name, before)}</del> → <ins>{shown(name, after)}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && <p className={classes.hint}>不会导入：{unknown.join('、')}</p>}
    </>
  )
}

const Logo = ({ address }: { address: string }) =>
  address ? <img className={classes.logo} src={address} alt="标志" /> : <span>石榴</span>

function shown(name: string, value: unknown): string {
  const field = fieldNamed(name)
  return (field && wordsOf(field, value)) || '空'
}

/** Throws in words where the text is no file of settings; what is in it the server checks. */
function readFile(text: string): File {
  try {
    const { format, settings, logo } = JSON.parse(text) as File
    if (typeof settings === 'object' && settings !== null)
      return { format, settings, ...(logo !== undefined && { logo }) }
  } catch {
    // Told below.
  }
  throw new ApiError(400, '这不是导出的设置文件')
}
