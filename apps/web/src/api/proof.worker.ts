import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

// Its own thread, so that the page stays quick while it computes.
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge({ challenge: data, deriveKey }).catch(() => null))
}
