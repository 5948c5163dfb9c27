/**
 * The same bytes in memory of their own, for what is kept. Node cuts small buffers from shared blocks of 64 KB, and
 * what it compresses from chunks of 16 KB: a kept one keeps all of the block.
 */
export function withOwnMemory(buffer: Buffer): Buffer {
  if (buffer.buffer.byteLength === buffer.length) return buffer
  const copy = Buffer.allocUnsafeSlow(buffer.length)
  buffer.copy(copy)
  return copy
}
