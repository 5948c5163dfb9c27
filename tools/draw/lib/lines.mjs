/** Line drawings for empty and failed states, in the logo's manner: round fruit, crown, drop-shaped seeds. */

const A = 'stroke="var(--accent, #e11d48)"'
const F = 'fill="var(--accent, #e11d48)" stroke="none"'
const seed = (x, y, k = 1, rot = 0) =>
  `<path ${F} transform="translate(${x} ${y}) rotate(${rot}) scale(${k})" d="M0-5C2.600-2 3.800-.2 3.800 1.600a3.800 3.800 0 0 1-7.600 0C-3.800-.2-2.600-2 0-5Z"/>`
const FLOOR = (x0, x1, y = 104) => `<path d="M${x0} ${y}h${x1 - x0}M${x0 - 12} ${y}h4M${x1 + 8} ${y}h4" opacity=".45"/>`

/** A small pomegranate: crown up, centre (x,y), radius r. */
const fruit = (x, y, r, extra = '') =>
  `<g transform="translate(${x} ${y}) scale(${r / 20})" stroke-width="${Math.round(3500 / r) / 100}"><path d="M-6-18.500-8.500-28c-.3-1.200.8-2 1.800-1.400L-3-27l2.200-2.600a1 1 0 0 1 1.600 0L3-27l3.700-2.400c1-.6 2.100.2 1.800 1.400L6-18.500"/><path d="M-6-18.500C-14.500-16-20-9.400-20-.8-20 10.600-11 19-.0 19S20 10.600 20-.8c0-8.600-5.500-15.200-14-17.700"/>${extra}</g>`

export const DRAWINGS = {
  // An open album on the table, its page still blank; a fruit waits beside it.
  'empty-notes': `${FLOOR(28, 132)}
<path d="M34 40c0-3 2-5 5-5h26c7 0 12 3 12 9v52c0-4-5-7-12-7H39c-3 0-5-2-5-5ZM120 62V40c0-3-2-5-5-5H89c-7 0-12 3-12 9v52c0-4 5-7 12-7h10"/>
<path d="m43 74 9-11 7 8 4-5 6 8" opacity=".6"/><circle cx="47" cy="52" r="4" opacity=".6"/>
<path d="M88 51h20M88 61h13" opacity=".6"/>
${fruit(117, 86, 16.5, '<path d="M0-8C-5.500-4-8.500-.5-8.500 3.500a8.500 8.500 0 0 0 17 0C8.500-.5 5.500-4 0-8Z" opacity=".6"/>')}${seed(117, 87.5, 0.9)}`,

  // An open tray with a note hovering over it.
  'empty-inbox': `${FLOOR(30, 130)}
<path d="M36 76 48 48c1-2.500 3-4 6-4h10M124 76l-12-28c-1-2.500-3-4-6-4H96"/>
<path d="M36 76v20c0 5 3 8 8 8h72c5 0 8-3 8-8V76H98c-2 0-3 1-4 3-2 6-7 10-14 10s-12-4-14-10c-1-2-2-3-4-3Z"/>
<g transform="rotate(-5 80 42)"><rect x="62" y="22" width="36" height="38" rx="8"/><path d="M70 33h20M70 41h12" opacity=".6"/></g>
<path d="M52 24c-3-3-4-6-3-10M108 22c3-2 5-5 5-9" opacity=".45"/>${seed(89, 49, 0.95, -5)}`,

  // Two fruits leaning together, a third place left open.
  'empty-people': `${FLOOR(26, 134)}
${fruit(54, 84, 21, '<path d="M-7-1v2M7-1v2M-3.500 7q3.500 3.500 7 0"/>')}
${fruit(92, 90, 14.5, '<path d="M-7-1v2M7-1v2M-3.500 7q3.500 3.500 7 0"/>')}
<g stroke-dasharray="3.500 5" opacity=".6">${fruit(124, 92, 12)}</g>
${seed(74, 44, 1)}${seed(86, 34, 0.7)}<path d="M66 52c1-4 3-7 6-9" opacity=".45"/>`,

  // A plug pulled out of its socket; the spark is the accent.
  offline: `${FLOOR(40, 120)}
<path d="M16 70c10 0 14-14 25-14h7"/><path d="M48 47h8c7 0 12 5 12 12v-3c0 7-5 12-12 12h-8c-2 0-3-1-3-3V50c0-2 1-3 3-3ZM68 52h8M68 62h8"/>
<path d="M144 70c-10 0-14-14-25-14h-7"/><path d="M112 42h-9c-6 0-10 4-10 10v8c0 6 4 10 10 10h9c2 0 3-1 3-3V45c0-2-1-3-3-3Z"/>
<path ${A} d="M84 40V28M76 42l-6-8M92 40l5-7"/>${seed(84, 80, 1)}<path d="M84 90v4" opacity=".45"/>`,

  // A signpost whose arrow points nowhere in particular, a fruit rolled to its foot.
  'not-found': `${FLOOR(36, 128)}
<path d="M74 104V26a4 4 0 0 1 8 0v78"/><path d="M82 32h30l9 9-9 9H82ZM74 54H50l-8 8 8 8h24Z"/>
<path d="M91 41h14M53 62h12" opacity=".6"/>
<g transform="rotate(24 106 90)">${fruit(106, 90, 14)}</g>${seed(106, 91, 0.9, 24)}
<path d="M56 104c0-7-4-11-10-12M56 104c0-9 3-13 8-15" opacity=".6"/><path ${A} d="M128 80l5-4M132 88h6"/>`,
}

const tidy = (s) => s.replace(/(\.\d*?[1-9])0+(?=\D)/g, '$1')

/**
 * The colour set on the root only matters where no page colour reaches, as inside an <img>:
 * a grey that reads on white and on near-black.
 */
export const lineDrawing = (name) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" fill="none" color="#84878f" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">\n${tidy(DRAWINGS[name])}\n</svg>\n`
