/** The logo: a round fruit with a three-pointed crown, cut open to show its seeds. One colour; the cut is a hole. */
export const ACCENT = '#e11d48'

// Body with crown, then the cut (wound the other way, so even-odd leaves it open), then the seeds inside.
const FRUIT =
  'M16 31.4C9 31.4 3.6 26.200 3.600 19.600c0-5.100 3.200-9.400 7.900-11.100.3-.1.4-.4.300-.7C11.300 6 10 4 8.700 3c-.9-.8-.3-2.200.9-2 1.300.2 2.500.7 3.500 1.400L15 .700a1.500 1.500 0 0 1 2 0l1.900 1.700c1-.7 2.200-1.200 3.500-1.400 1.200-.2 1.800 1.200.9 2-1.300 1-2.600 3-3.100 4.800-.1.3 0 .6.300.7 4.700 1.700 7.900 6 7.900 11.100 0 6.600-5.400 11.800-12.400 11.800Z'
const CUT =
  'M16 11c-4.700 2.200-7.600 5.500-7.600 9.300 0 4.200 3.200 7.200 7.600 7.200s7.600-3 7.600-7.200c0-3.800-2.900-7.100-7.600-9.300Z'
const f = (v) => String(Math.round(v * 100) / 100)
const seed = (x, y, k) =>
  `M${f(x)} ${f(y - 2.5 * k)}c${f(1.3 * k)} ${f(1.5 * k)} ${f(1.9 * k)} ${f(2.4 * k)} ${f(1.9 * k)} ${f(3.3 * k)}a${f(1.9 * k)} ${f(1.9 * k)} 0 0 1-${f(3.8 * k)} 0c0-${f(0.9 * k)} ${f(0.6 * k)}-${f(1.8 * k)} ${f(1.9 * k)}-${f(3.3 * k)}Z`
const tidy = (d) => d.replace(/(\.\d*?)0+(?=\D|$)/g, '$1').replace(/\.(?=\D|$)/g, '')

export const mark = (color) =>
  `<path fill="${color}" fill-rule="evenodd" d="${tidy(FRUIT + CUT + seed(16, 16.7, 1.05) + seed(12.5, 22.1, 1.05) + seed(19.5, 22.1, 1.05))}"/>`
