/** Options of an LRUCache of at most `count` entries, where `max` would set their memory aside at once: milliseconds. */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
