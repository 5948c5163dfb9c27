/**
 * Renders the web app's HTML with the data of the first screen, which saves a round trip, and with the meta tags that
 * other sites read from shared links.
 */

export type HtmlPageParts = {
  title: string
  /** `property → content` of OpenGraph and description tags. */
  tags: Record<string, string>
  /** Responses of the API to a guest, by URL. */
  answers: Record<string, unknown>
  status: number
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** A script element with JSON; no text in it can close the element. */
function preloadElement(answers: HtmlPageParts['answers']): string {
  const json = JSON.stringify(answers).replace(/</g, '\\u003c')
  return `<script type="application/json" id="first-screen">${json}</script>`
}

/** Fills the built page. */
export function renderHtmlPage(template: string, { title, tags, answers }: HtmlPageParts): string {
  const metaTags = Object.entries(tags).map(([name, content]) => {
    const attribute = name === 'description' ? 'name' : 'property'
    return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`
  })
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/\s*<meta name="description"[^>]*>/, (existing) => ('description' in tags ? '' : existing))
    .replace('</head>', () => `${metaTags.join('')}${preloadElement(answers)}</head>`)
}
