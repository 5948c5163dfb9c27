/** Mantine's theme on the tokens of theme.css, which define colours, radii and fonts. */

import { createTheme, type MantineColorSchemeManager } from '@mantine/core'
import { readItem, watchItems, writeItem } from '#api/storage.ts'
import { BREAKPOINTS } from '#ui/breakpoints.ts'

export const theme = createTheme({
  primaryColor: 'accent',
  colors: {
    accent: [
      '#fff1f3',
      '#fdeef1',
      '#fecdd6',
      '#fda4b4',
      '#fb7185',
      '#f43f5e',
      '#e11d48',
      '#be123c',
      '#9f1239',
      '#881337',
    ],
  },
  primaryShade: 6,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // For Mantine components with responsive props.
  breakpoints: {
    xs: `${BREAKPOINTS.cards}px`,
    sm: `${BREAKPOINTS.phone}px`,
    md: `${BREAKPOINTS.sidebar}px`,
    lg: `${BREAKPOINTS.wide}px`,
    xl: '1520px',
  },
  components: {
    // The page has its own counted scroll lock (ui/overlay/overlay.ts): two would shift it twice.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg' } },
    Button: { defaultProps: { radius: 'xl' } },
  },
})

const KEY = 'theme'
const stored = { system: 'auto', light: 'light', dark: 'dark' } as const
const toStored = { auto: 'system', light: 'light', dark: 'dark' } as const

function current() {
  const value = readItem(KEY)
  return value === 'light' || value === 'dark' ? stored[value] : stored.system
}

let onUpdateScheme: ((scheme: 'auto' | 'light' | 'dark') => void) | null = null
watchItems([KEY], () => onUpdateScheme?.(current()))

/** Stores system, light or dark; public/boot.js reads it before the first paint (docs/product.md#theme). */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: current,
  set: (value) => writeItem(KEY, toStored[value]),
  subscribe(onUpdate) {
    onUpdateScheme = onUpdate
  },
  unsubscribe() {
    onUpdateScheme = null
  },
  clear: () => writeItem(KEY, null),
}
