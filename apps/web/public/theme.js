// Runs before the first paint, so that a dark page never flashes white. Not a module: modules are deferred.
;(() => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('theme') || 'system'
  } catch {
    // Storage may be refused; the system's theme is then right.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
