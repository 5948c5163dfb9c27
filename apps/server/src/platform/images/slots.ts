/** Lets at most `size` jobs run at once; the others wait their turn in order. */
export function slots(size: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = size
  return async (job) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await job()
    } finally {
      // A slot goes straight to the next in line, so that no newcomer overtakes it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
