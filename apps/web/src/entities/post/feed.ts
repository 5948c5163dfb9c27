import { createEmitter } from '#ui/state/store.ts'

/** Sent by the navigation when 发现 is chosen on the explore page itself: the feed reloads. */
export const feedRefresh = createEmitter()
