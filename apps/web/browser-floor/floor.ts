/** The oldest browsers that the app runs in (docs/product.md#browsers), and what it uses above them without harm. */
import type { Harmless } from './css.ts'

/** With browser-compat-data's names. */
export const FLOOR = {
  Chromium: { version: '100', desktop: 'chrome', phone: 'chrome_android' },
  Firefox: { version: '115', desktop: 'firefox', phone: 'firefox_android' },
  Safari: { version: '15.4', desktop: 'safari', phone: 'safari_ios' },
} as const

/** The same for the build, which lowers syntax and adds prefixes. */
export const TARGETS = ['chrome100', 'edge100', 'firefox115', 'safari15.4', 'ios15.4']

/** Scripts in `public/` that run as they are, in any browser: ES5. */
export const PLAIN_SCRIPTS = ['boot.js']

/** Interfaces that the app or a library uses where they exist, with what happens elsewhere. */
export const ALLOWED_APIS: Readonly<Record<string, string>> = {
  'HTMLElement.focus.preventScroll': 'the page may scroll to what gets the focus',
  'Window.cancelIdleCallback': 'ui/state/when-idle.ts asks for the other one of the pair',
  'html.inert': 'base.css lets nothing beneath be pressed',
  'html.is': 'is never set',
  'html.<search>': 'base.css makes it a block; only screen readers miss the landmark',
  'html.fetchpriority': 'covers come a little later',
  'html.autocorrect': 'the keyboard may correct what one searches emoji by',
  'html.playsinline': 'Firefox always plays so',
  'Segmenter.segment': 'diff: only for words, and we compare characters',
  'CaretPosition.offsetNode': 'ProseMirror asks for caretPositionFromPoint',
  'TrustedTypePolicyFactory.createPolicy': 'ProseMirror asks for trustedTypes',
  'TrustedTypePolicyFactory.defaultPolicy': 'ProseMirror asks for trustedTypes',
  'Document.scrollend': 'TanStack Virtual waits for a pause in scrolling as well',
  'Navigation.navigate': 'React asks for navigation',
  'Navigation.navigateerror': 'React asks for navigation',
  'Navigation.navigatesuccess': 'React asks for navigation',
  'Document.startViewTransition': 'React: for a component that we do not use',
  'ViewTransition.skipTransition': 'React: for a component that we do not use',
  // Fields of our own objects and the libraries’.
  'Blob.bytes': 'the size of the pictures in the monitor',
  'DeviceMotionEvent.interval': 'of a drag',
}

/** What changes a look or a comfort only, or has another way beside it. */
export const HARMLESS_CSS: Harmless = {
  properties: [
    // Reserved space, line breaks, scrollbars.
    'scrollbar-gutter',
    'scrollbar-width',
    'scrollbar-color',
    'text-wrap',
    'text-size-adjust',
    'overscroll-behavior',
    // A textarea scrolls where it does not grow.
    'field-sizing',
    // Only what is not on the screen costs more.
    'content-visibility',
    'contain-intrinsic-height',
    // Followed by units in `@supports`.
    'container-type',
    // Lists of names, of which browsers take one that they know.
    'font-family',
  ],
  selectors: [
    // base.css has another focus ring.
    /:has\(:focus-visible\)$/,
    // Mantine's: paddings beside scrollbars and clear buttons, which are not used.
    /\.m_[\da-f]{8}/,
  ],
  // Mantine's dialogs, whose height DialogFrame.module.css gives as well.
  within: [[/\.m_(9df02822|54c44539)/, /^dvh/]],
}
