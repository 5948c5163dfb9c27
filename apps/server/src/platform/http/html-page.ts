export type HtmlPageParts = {
  title: string
  tags: Record<string, string>
  /** Responses of the API to a guest, by URL. */
  answers: Record<string, unknown>
  status: number
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** No text in the JSON can close the script element. */
function preloadElement(answers: HtmlPageParts['answers']): string {
  const json = JSON.stringify(answers).replace(/</g, '\\u003c')
  return `<script type="application/json" id="first-screen">${json}</script>`
}

/** Adds to the web app's HTML the first screen's data, which saves a round trip, and meta tags for shared links. */
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
