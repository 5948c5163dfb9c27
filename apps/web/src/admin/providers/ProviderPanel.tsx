import { check } from '@shiliu/contract/admin/providers'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { Button } from '#ui/form/Button.tsx'
import { useMay } from '../permissions.ts'
import classes from './ProviderPanel.module.css'

/** Asks the school's service, and says in words whether it can be used. */
export function ProviderPanel({ id }: { id: number }) {
  const may = useMay()(check)
  const look = useMutation({ mutationFn: () => call(check, { params: { id } }) })
  if (!may) return null
  return (
    <section className={classes.panel} aria-label="检查">
      <div className={classes.head}>
        <p role="status">
          {look.isIdle && '问一问校方的服务，看配置对不对；什么也不会改'}
          {look.isPending && '正在问校方的服务，最多十几秒…'}
          {look.data && (look.data.ok ? '没有发现问题' : '有问题，见下面')}
          {look.error && messageOf(look.error, '没能检查，请重试')}
        </p>
        <Button size="sm" variant="plain" loading={look.isPending} onClick={() => look.mutate()}>
          检查
        </Button>
      </div>
      {look.data && (
        <ul className={classes.findings} aria-label="检查的结果">
          {look.data.findings.map(({ ok, text }) => (
            <li key={text} data-ok={ok}>
              {ok ? (
                <IconCheck size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              )}
              <span>
                {!ok && <span className="sr-only">问题：</span>}
                {text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
