import { createSignal } from '#ui/signal.ts'

/** Sent when somebody on the explore page chooses 发现 again: the feed listens and reloads (spec section 2). */
export const feedRefresh = createSignal()
