/// <reference types="vite/client" />

/** Made by emoji-plugin.ts. */
declare module 'virtual:emoji' {
  export type EmojiRow = import('../emoji-plugin.ts').EmojiRow
  export const rows: readonly EmojiRow[]
}
