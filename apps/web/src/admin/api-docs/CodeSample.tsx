import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { TOAST_MS } from '../toast-ms.ts'
import classes from './CodeSample.module.css'

const THANKED_MS = 1500

/** A piece of JSON, with a way to copy it. */
export function CodeSample({ label, code }: { label: string; code: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), THANKED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      toast.error('没能复制，请选中后手动复制', TOAST_MS)
    }
  }

  const Icon = copied ? IconCheck : IconCopy
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.head}>
        {label}
        <button type="button" className={classes.copy} aria-label={`复制${label}`} onClick={() => void copy()}>
          <Icon size={16} stroke={1.75} aria-hidden />
          {copied ? '已复制' : '复制'}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
