import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { canGoBack } from '#ui/history/browser-history.ts'
import classes from './BackButton.module.css'

/** Goes back; to `fallback` where the page was opened by its address. */
export function BackButton({ fallback }: { fallback: string }) {
  const navigate = useNavigate()
  function back() {
    if (canGoBack()) navigate(-1)
    else navigate(fallback, { replace: true })
  }
  return (
    <button type="button" className={classes.back} aria-label="返回" onClick={back}>
      <IconArrowLeft size={24} stroke={1.75} aria-hidden />
    </button>
  )
}
