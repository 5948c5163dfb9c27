/** What one process sends another, bounded: one that hangs reads nothing, and what waits for it is in our memory. */

/** Messages. Those of the bus have some hundred bytes each. */
const MOST = 1000

/**
 * Returns a sender that loses what is sent while `most` messages wait, and then returns false. `onCaughtUp` is called
 * once all that waited has left, where something was lost meanwhile. `send` calls `sent` when a message has left or
 * cannot.
 */
export function boundedSender<M>(
  send: (message: M, sent: () => void) => void,
  onCaughtUp: () => void,
  most = MOST,
): (message: M) => boolean {
  let waiting = 0
  let hasLost = false
  const sent = () => {
    waiting--
    if (waiting > 0 || !hasLost) return
    hasLost = false
    onCaughtUp()
  }
  return (message) => {
    if (waiting >= most) {
      hasLost = true
      return false
    }
    waiting++
    send(message, sent)
    return true
  }
}
