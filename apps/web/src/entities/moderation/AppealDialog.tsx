import { APPEAL } from '@shiliu/contract/moderation'
import { length } from '@shiliu/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FormField } from '#ui/form/FormField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './AppealDialog.module.css'
import { type AppealTarget, askForWithheld, sendAppeal } from './withheld.queries.ts'

export type AppealDialogProps = { target: AppealTarget; noun: string; onClosed: () => void }

const SENT_MS = 4000

/** Asks why the decision is wrong, once (docs/product.md#appeals). */
export function AppealDialog({ target, noun, onClosed }: AppealDialogProps) {
  const [opened, setOpened] = useState(true)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const close = () => setOpened(false)
  const send = useMutation({
    mutationFn: () => sendAppeal(target, text),
    onSuccess() {
      toast.success('申诉已提交，处理好会通知你', SENT_MS)
      close()
    },
    onError(error) {
      // Somebody decided meanwhile, or it was sent from another window.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) askForWithheld(target)
    },
  })
  const written = length(text.trim())
  const over = written > APPEAL.textMax
  const problem = over ? `申诉的理由不能超过${APPEAL.textMax}个字` : missing ? '请写下申诉的理由' : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(written === 0)
    if (written > 0 && !over && !send.isPending && !send.isSuccess) send.mutate()
  }

  return (
    <DialogFrame
      opened={opened}
      onClose={close}
      onExited={onClosed}
      title={`为这${noun === '笔记' ? '篇笔记' : '条评论'}申诉`}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate>
        <FormField field="text" label="为什么应该恢复" aside={`${written}/${APPEAL.textMax}`} error={problem}>
          {({ id, describedBy }) => (
            <textarea
              id={id}
              className={classes.text}
              dir="auto"
              rows={4}
              data-autofocus
              placeholder="说明当时的情况，写得具体一些处理得更快"
              aria-describedby={describedBy}
              aria-invalid={problem ? true : undefined}
              value={text}
              readOnly={send.isPending}
              onChange={({ target: field }) => {
                setText(field.value)
                setMissing(false)
              }}
            />
          )}
        </FormField>
        <p className={classes.hint}>只能申诉一次，由管理员处理</p>
        <ActionBar>
          {send.error && <p role="alert">{actionErrorMessage(send.error, '申诉没有提交，请再试一次')}</p>}
          <Button variant="plain" onClick={close}>
            取消
          </Button>
          <Button type="submit" loading={send.isPending}>
            提交申诉
          </Button>
        </ActionBar>
      </form>
    </DialogFrame>
  )
}
