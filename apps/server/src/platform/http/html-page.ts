/** How the site calls itself, and whether it is read only; `logo` is empty where it is the built one. */
export type SiteIdentity = {
  name: string
  logo: string
  readOnly: boolean
  /** What the page's meta tags tell the app besides, where it is set: `site:icp` … */
  told?: Record<string, string>
  description?: string
}

export type HtmlPageParts = {
  site: SiteIdentity
  title: string
  tags: Record<string, string>
  /** Responses of the API to a guest, by URL. */
  answers: Record<string, unknown>
  /** Of the first screen, in its order. */
  pictures: PreloadedPicture[]
  status: number
  /** Where the page is instead. */
  movedTo?: string
}

/** `media` limits it to some screens. */
export type PreloadedPicture = { url: string; media?: string }

/** The files of a page's own code, relative to the root of the site. */
export type PageAssets = { scripts: string[]; styles: string[] }

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** No text in the JSON can close the script element. */
function preloadElement(answers: HtmlPageParts['answers']): string {
  const json = JSON.stringify(answers).replace(/</g, '\\u003c')
  return `<script type="application/json" id="first-screen">${json}</script>`
}

/** Lets the browser fetch what the entry would ask for once it runs: the page's code and the first pictures. */
function preloadLinks(assets: PageAssets | undefined, pictures: PreloadedPicture[]): string {
  const { scripts = [], styles = [] } = assets ?? {}
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    // Without a high priority, since a card needs the code before its picture.
    ...pictures.map(({ url, media }) => {
      const screens = media ? ` media="${escapeHtml(media)}"` : ''
      return `<link rel="preload" as="image" href="${escapeHtml(url)}"${screens} />`
    }),
  ].join('')
}

/** Puts the name and the logo where the page shows the built ones before the app runs. */
function withIdentity(template: string, { name, logo }: SiteIdentity): string {
  const src = escapeHtml(logo || '/logo.svg')
  const named = template
    .replace(
      /(class="boot-logo"><img src=")[^"]*("[^>]*>)[^<]*/,
      (_, before, after) => before + src + after + escapeHtml(name),
    )
    .replace(/(<noscript>)[^<]*(需要启用)/, (_, before, after) => before + escapeHtml(name) + after)
  if (!logo) return named
  return named
    .replace(/\s*<link rel="(?:icon|apple-touch-icon)"[^>]*>/g, '')
    .replace('</head>', () => `<link rel="icon" href="${src}" /><link rel="apple-touch-icon" href="${src}" /></head>`)
}

/** The web app's manifest with the name and the logo of the site. */
export function renderManifest(template: string, { name, logo }: SiteIdentity): string {
  const icons = logo && { icons: [{ src: logo, sizes: 'any', type: 'image/webp', purpose: 'any' }] }
  return JSON.stringify({ ...JSON.parse(template), name, short_name: name, ...icons })
}

/** Adds to the web app's HTML the first screen's data and links, which save round trips, and tags for shared links. */
export function renderHtmlPage(template: string, parts: HtmlPageParts, assets?: PageAssets): string {
  const { site, title, tags, answers, pictures } = parts
  const metaTags = Object.entries(tags).map(([name, content]) => {
    const attribute = name === 'description' ? 'name' : 'property'
    return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`
  })
  return withIdentity(template, site)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/\s*<meta name="description"[^>]*>/, (existing) => ('description' in tags ? '' : existing))
    .replace('</head>', () => `${preloadLinks(assets, pictures)}${metaTags.join('')}${preloadElement(answers)}</head>`)
}
