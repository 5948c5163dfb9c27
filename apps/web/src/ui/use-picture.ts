import { useEffect, useRef, useState } from 'react'
import { watchLate } from './watch-late.ts'

const PLACEHOLDER = '/placeholder.webp'

/**
 * How a picture's loading goes. One that failed gives way to the placeholder; one that failed or is late is asked for
 * anew when the network is back. A slow one is only called late: it is still welcome.
 */
export function usePicture(src: string | null | undefined, onSettled?: (came: boolean) => void) {
  const wanted = src || PLACEHOLDER
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const [late, setLate] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const box = useRef<HTMLSpanElement>(null)
  const failed = broken === wanted
  const shown = failed ? PLACEHOLDER : wanted
  const waiting = loaded !== shown
  const isLate = waiting && late === shown

  useEffect(() => {
    if (waiting && box.current) return watchLate(box.current, () => setLate(shown))
  }, [waiting, shown])

  useEffect(() => {
    if (!failed && !isLate) return
    const again = () => {
      setBroken(null)
      setLate(null)
      setRound((before) => before + 1)
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [failed, isLate])

  return {
    box,
    shown,
    failed,
    waiting,
    /** Of the picture, in words; null while all is well. */
    problem: failed ? '加载失败' : isLate ? '加载超时' : null,
    /** A new `<img>` for each: setting the same address again would not ask again. */
    round,
    arrive() {
      if (!waiting) return
      setLoaded(shown)
      if (!failed) onSettled?.(true)
    },
    fail() {
      setBroken(wanted)
      onSettled?.(false)
    },
  }
}
