/**
 * The HTML page with what its first screen needs already in it (design section 7): answers of the API, so that the first
 * cards need no second round trip, and the tags that other sites read when an address is shared.
 */

export type PageParts = {
  title: string
  /** `property → content` of OpenGraph and description tags. */
  tags: Record<string, string>
  /** Addresses of the API, with what a guest gets there. */
  answers: Record<string, unknown>
  status: number
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** A script element that is data, not code; no text in it can end the element. */
function dataElement(answers: PageParts['answers']): string {
  const json = JSON.stringify(answers).replace(/</g, '\\u003c')
  return `<script type="application/json" id="first-screen">${json}</script>`
}

/** Puts the parts into the built page. */
export function fillPage(page: string, { title, tags, answers }: PageParts): string {
  const metas = Object.entries(tags).map(([name, content]) => {
    const attribute = name === 'description' ? 'name' : 'property'
    return `<meta ${attribute}="${name}" content="${escaped(content)}" />`
  })
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/\s*<meta name="description"[^>]*>/, (own) => ('description' in tags ? '' : own))
    .replace('</head>', () => `${metas.join('')}${dataElement(answers)}</head>`)
}
