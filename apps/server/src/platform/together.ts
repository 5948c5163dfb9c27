/** Who asks for the like at the same moment is answered together: under load many requests share one statement. */

type Waiting<One, Answer> = { one: One; resolve(answer: Answer): void; reject(error: unknown): void }

/** More than this wait for the statement after the next: what one asks of the database stays small. */
const MOST = 50

/**
 * Answers «what of `about` is there for `one`?» by `load`, which is asked for many at once. Who asks while nothing is
 * under way is asked for immediately; who comes meanwhile waits for the next call. So no answer is older than its
 * question. `about` is compared by identity. Not for transactions, which see what nobody else may see yet.
 */
export function together<About extends object, One, Answer>(
  load: (about: About, all: One[]) => Promise<(one: One) => Answer>,
): (about: About, one: One) => Promise<Answer> {
  const queues = new Map<About, Waiting<One, Answer>[]>()

  async function serve(about: About, queue: Waiting<One, Answer>[]): Promise<void> {
    while (queue.length > 0) {
      const some = queue.splice(0, MOST)
      try {
        const answerOf = await load(about, [...new Set(some.map(({ one }) => one))])
        for (const { one, resolve } of some) resolve(answerOf(one))
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    queues.delete(about)
  }

  return (about, one) =>
    new Promise((resolve, reject) => {
      const waiting = { one, resolve, reject }
      const queue = queues.get(about)
      if (queue) {
        queue.push(waiting)
        return
      }
      const fresh = [waiting]
      queues.set(about, fresh)
      void serve(about, fresh)
    })
}
