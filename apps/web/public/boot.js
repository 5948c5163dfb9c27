// Runs before the first paint, so that a dark page never flashes white. Not a module: modules are deferred.
;(() => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('theme') || 'system'
  } catch {
    // Storage may be refused; the system's theme is then right.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The back office has no header to wait for.
  root.toggleAttribute('data-admin', location.pathname.startsWith('/admin'))

  // The chosen theme may be another one than the system's, by which the browser picks among the colours of its bars.
  const metas = [...document.querySelectorAll('meta[name="theme-color"]')]
  const [light, darker] = metas.map((meta) => meta.content)
  const colourBars = () => {
    const colour = root.getAttribute('data-mantine-color-scheme') === 'dark' ? darker : light
    for (const meta of metas) meta.content = colour
  }
  colourBars()
  new MutationObserver(colourBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
})()
