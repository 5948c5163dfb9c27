import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './app/theme.css'
import './app/base.css'
import { createRoot } from 'react-dom/client'
import { loadInitialData } from '#api/initial-data.ts'
import { startPlaces } from '#data/places.ts'
import { prefetchBanners } from '#entities/announcement/announcement.queries.ts'
import { startHistory } from '#ui/history/browser-history.ts'
import { reportUncaughtErrors } from './app/error-reports.ts'
import { preloadPage } from './app/pages.ts'
import { paths } from './app/paths.ts'
import { Providers } from './app/providers.tsx'
import { Router } from './app/Router.tsx'

/** Time that the page's code, which the HTML names, may take longer than this one before the shell is shown alone. */
const PAGE_WAIT_MS = 200
/** Their code is in the browser's cache, except after a new release. */
const PLACES_WAIT_MS = 1000

function start(root: HTMLElement) {
  reportUncaughtErrors()
  loadInitialData(document.getElementById('first-screen')?.textContent)
  // Their redirects would show an empty page first.
  if (/^\/(explore\/?)?$/.test(window.location.pathname)) {
    window.history.replaceState(window.history.state, '', paths.explore('recommend'))
  }
  startHistory()
  const places = startPlaces()

  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const page = Promise.race([preloadPage(window.location.pathname), after(PAGE_WAIT_MS)])
  void Promise.all([page, prefetchBanners(), Promise.race([places, after(PLACES_WAIT_MS)])]).then(() =>
    createRoot(root).render(
      <Providers>
        <Router />
      </Providers>,
    ),
  )
}

const root = document.getElementById('root')
// public/boot.js tells people with an older browser to update it.
if (root && !document.documentElement.hasAttribute('data-outdated')) start(root)
