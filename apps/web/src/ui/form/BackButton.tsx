import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import classes from './BackButton.module.css'

/** Back to where one came from; to `fallback` where the page was opened by its address. */
export function BackButton({ fallback }: { fallback: string }) {
  const navigate = useNavigate()
  function back() {
    // The router numbers its entries in the history.
    const opened: unknown = window.history.state?.idx
    if (typeof opened === 'number' && opened > 0) navigate(-1)
    else navigate(fallback, { replace: true })
  }
  return (
    <button type="button" className={classes.back} aria-label="返回" onClick={back}>
      <IconArrowLeft size={24} stroke={1.75} aria-hidden />
    </button>
  )
}
