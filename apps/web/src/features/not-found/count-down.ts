const SECOND = 1000

/** Tells each second how many are left, down to 0. Returns the way to stop. */
export function countDown(seconds: number, tell: (left: number) => void): () => void {
  let left = seconds
  const timer = setInterval(() => {
    left -= 1
    if (left === 0) clearInterval(timer)
    tell(left)
  }, SECOND)
  return () => clearInterval(timer)
}
