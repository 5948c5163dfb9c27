import '@mantine/core/styles/Code.layer.css'
import { Code } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import { ADMIN_TOAST_MS } from '../feedback.ts'
import classes from './CodeSample.module.css'

export function CodeSample({ label, code }: { label: string; code: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  useEffect(() => {
    if (error) toast.error('没能复制，请选中后手动复制', ADMIN_TOAST_MS)
  }, [error])

  const Icon = copied ? IconCheck : IconCopy
  return (
    <figure className={classes.sample}>
      <figcaption>
        {label}
        <button type="button" aria-label={`复制${label}`} onClick={() => copy(code)}>
          <Icon size={16} stroke={1.75} aria-hidden />
          {copied ? '已复制' : '复制'}
        </button>
      </figcaption>
      {/* Focusable, because it scrolls. */}
      <Code block mah={420} tabIndex={0}>
        {code}
      </Code>
    </figure>
  )
}
