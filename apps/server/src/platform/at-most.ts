/** Options of an LRUCache of at most `count` entries, where `max` would take their memory at once: milliseconds. */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
